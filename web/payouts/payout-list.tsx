import { type Payout, type PayoutState, payoutStates } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { isCountryCode } from '#shared/countries/rule-book.ts'
import { postJson } from '../api/api.ts'
import { usePages } from '../api/use-pages.ts'
import { countryFilters, countryName } from '../entry/country-options.ts'
import { Amount, MaskedEnding, ShownName, stateLabel, stateTones } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { PaletteHint } from '../palette/palette-button.tsx'
import { useFilter, useSearchText } from '../screen/list-state.ts'
import { Page } from '../screen/page.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import { Ago } from '../ui/ago.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { DataList } from '../ui/data-list.tsx'
import type { DataColumn } from '../ui/data-table.tsx'
import { FilterChips, FilterSelect, ListHead, SearchBox } from '../ui/list-filters.tsx'
import { Code } from '../ui/name.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Badge } from '../ui/tone.tsx'
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
              error={pages.refusal}
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

/** How a list shows a payout: who, how much, where to, how it stands. */
export const payoutColumns: readonly DataColumn<Payout>[] = [
  {
    get title() {
      return t('payouts.column.beneficiary')
    },
    width: 'minmax(7rem, 1.4fr)',
    wraps: true,
    cell: (payout) => <ShownName of={payout} />,
  },
  {
    get title() {
      return t('payouts.column.amount')
    },
    width: 'minmax(8.5rem, 1.2fr)',
    isFigure: true,
    cell: (payout) => <Amount {...payout} />,
  },
  {
    get title() {
      return t('payouts.column.country')
    },
    width: 'minmax(6.5rem, 1.1fr)',
    wraps: true,
    cell: ({ country }) => countryName(country),
  },
  {
    get title() {
      return t('payouts.column.account')
    },
    width: 'minmax(5rem, 1.15fr)',
    named: true,
    wraps: true,
    cell: ({ masked }) => <Ending text={masked.accountNumber ?? masked.recipientPixKey} />,
  },
  {
    get title() {
      return t('payouts.column.reference')
    },
    width: 'minmax(7.75rem, 1.05fr)',
    wraps: true,
    named: true,
    cell: ({ externalReference }) => <Code>{externalReference}</Code>,
  },
  {
    get title() {
      return t('payouts.column.state')
    },
    // The same in each row, or the columns would not stand below each other.
    width: '7.5rem',
    wraps: true,
    cell: (payout) => <State payout={payout} />,
  },
  {
    get title() {
      return t('payouts.column.changed')
    },
    width: '5.5rem',
    wraps: true,
    cell: ({ updatedAt }) => <Ago at={updatedAt} />,
  },
]

function State({ payout: { state, testMode } }: { readonly payout: Payout }) {
  return (
    <>
      <Badge tone={stateTones[state]}>{stateLabel(state)}</Badge>
      {testMode && <Badge tone="sandbox">{t('payouts.column.test')}</Badge>}
    </>
  )
}

function Ending({ text }: { readonly text: string | undefined }) {
  return text === undefined ? '' : <MaskedEnding text={text} />
}
