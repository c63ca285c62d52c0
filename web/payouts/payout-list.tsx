import { type Payout, type PayoutState, payoutPageSchema, payoutStates } from '#shared/api/payout.ts'
import { isCountryCode } from '#shared/countries/rule-book.ts'
import { postJson } from '../api/api.ts'
import { usePages } from '../api/use-pages.ts'
import { countryFilters } from '../entry/country-options.ts'
import { stateLabel } from '../entry/payout-words.ts'
import { t } from '../language/translate.ts'
import { PaletteHint } from '../palette/palette-hint.tsx'
import { Page } from '../screen/page.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import { useFilter } from '../screen/use-filter.ts'
import { useSearchText } from '../screen/use-search-text.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { DataList } from '../ui/data-list.tsx'
import { FilterChips, FilterSelect, ListHead, SearchBox } from '../ui/list-filters.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { payoutColumns } from './payout-columns.tsx'
import { UnfinishedForms, useUnfinished } from './unfinished.tsx'

/** All payouts, the newest change first, by state. */
export function PayoutList() {
  const search = useSearchText()
  const unfinished = useUnfinished()
  const [state, chooseState] = useFilter('state', isState)
  const [country, chooseCountry] = useFilter('country', isCountryCode)
  const wanted = {
    ...(search.text !== '' && { text: search.text }),
    ...(state && { state }),
    ...(country && { country }),
  }
  const pages = usePages(['payouts', 'list', wanted], (cursor, signal) =>
    postJson('/api/payout-searches', { ...wanted, ...(cursor && { cursor }) }, payoutPageSchema, { signal }),
  )

  function showAll() {
    search.type('')
    chooseState(undefined)
    chooseCountry(undefined)
  }

  return (
    <Page
      title={t('payouts.list.title')}
      aside={
        <ButtonLink href={paths.newPayout} kind="primary">
          {t('payouts.list.new')}
        </ButtonLink>
      }
    >
      <PaletteHint />
      {/* They stand above the list: coming after it they would push it down. */}
      {unfinished.isSettled ? (
        <>
          <UnfinishedForms forms={unfinished.forms} />
          <ListHead>
            <SearchBox
              label={t('payouts.list.search')}
              placeholder={t('payouts.list.searchBy')}
              value={search.typed}
              onChange={search.type}
            />
            <FilterSelect
              label={t('payouts.list.country')}
              all={t('payouts.list.allCountries')}
              options={countryFilters()}
              value={country}
              onChange={chooseCountry}
            />
            <FilterChips
              label={t('payouts.list.state')}
              options={stateFilters()}
              value={state}
              onChange={chooseState}
            />
          </ListHead>
          <DataList
            label={t('payouts.list.title')}
            columns={payoutColumns}
            pages={pages}
            rowKey={keyOf}
            href={addressOfRow}
            countWords={countWords}
            empty={Object.keys(wanted).length > 0 ? <NothingFound state={state} onShowAll={showAll} /> : <NothingYet />}
          />
        </>
      ) : (
        <Skeleton lines={6} label={t('payouts.list.loading')} />
      )}
    </Page>
  )
}

function NothingFound({ state, onShowAll }: { readonly state: string | undefined; readonly onShowAll: () => void }) {
  return (
    <>
      <p>{t(state === undefined ? 'payouts.list.notFound' : 'payouts.list.noneInState')}</p>
      <Button onClick={onShowAll}>{t('payouts.list.showAll')}</Button>
    </>
  )
}

function NothingYet() {
  return (
    <>
      <p>{t('payouts.list.noneYet')}</p>
      <ButtonLink href={paths.newPayout}>{t('payouts.list.enterFirst')}</ButtonLink>
    </>
  )
}

function stateFilters() {
  return payoutStates.map((value) => ({ value, label: stateLabel(value) }))
}

function countWords(count: number): string {
  return t('payouts.list.count', { count })
}

function isState(value: string): value is PayoutState {
  return payoutStates.some((state) => state === value)
}

function keyOf({ id }: Payout): string {
  return id
}

function addressOfRow({ id }: Payout): string {
  return addressOf.payout(id)
}
