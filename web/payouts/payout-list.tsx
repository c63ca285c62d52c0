import { Suspense, useDeferredValue, useState } from 'react'
import type { Payout } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { usePages } from '../api/use-pages.ts'
import { LoadSampleData } from '../hints/sample-data.tsx'
import { t } from '../language/translate.ts'
import { useHeldKeys } from '../palette/held-keys.ts'
import { PaletteHint } from '../palette/palette-button.tsx'
import { useLaterPartsAhead } from '../screen/later-parts.ts'
import { useSearchText } from '../screen/list-state.ts'
import { laterScreen } from '../screen/loading.tsx'
import { Page } from '../screen/page.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import { useMay, WhyNot } from '../session/use-may.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { DataList } from '../ui/data-list.tsx'
import { ListHead, SearchBox } from '../ui/list-filters.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { payoutColumns } from './payout-columns.tsx'
import { PayoutFilters, usePayoutFilters, usePayoutSorting } from './payout-filters.tsx'
import { PayoutTotals } from './payout-totals.tsx'
import { SamplesFilter } from './samples-filter.tsx'
import { UnfinishedForms, useUnfinished } from './unfinished.tsx'
import { useMarks } from './use-marks.ts'

// Loaded on demand, as most visits never open it.
const SelectPayouts = laterScreen(async () => (await import('./select-payouts.tsx')).SelectPayouts)

/** All payouts, by default with the newest change first. */
export function PayoutList() {
  const search = useSearchText()
  const unfinished = useUnfinished()
  // In parts, between which a slow phone responds.
  const isSettled = useDeferredValue(unfinished.isSettled)
  useLaterPartsAhead(isSettled)
  useHeldKeys()
  const mayEnter = useMay('enter')
  const mayApprove = useMay('approve')
  const [isSelecting, setIsSelecting] = useState(false)
  const filters = usePayoutFilters()
  const { wanted: order, ...sorting } = usePayoutSorting()
  const wanted = { ...filters.wanted, ...(search.text !== '' && { text: search.text }) }
  const pages = usePages(['payouts', 'list'], '/api/payout-searches', payoutPageSchema, {
    search: { ...wanted, ...order },
  })
  const rows = useMarks(pages.rows)

  function showAll() {
    search.type('')
    filters.showAll()
  }

  // While it loads too, so that nothing moves once it has.
  const mayHaveRows = pages.state === 'loading' || pages.rows.length > 0
  return (
    <Page
      title={t('payouts.list.title')}
      aside={
        <Actions>
          {(mayEnter || mayApprove) && !isSelecting && mayHaveRows && (
            <Button onClick={() => setIsSelecting(true)}>{t('payouts.list.select')}</Button>
          )}
          {mayEnter && (
            <>
              <ButtonLink href={paths.import}>{t('payouts.list.import')}</ButtonLink>
              <ButtonLink href={paths.newPayout} kind="primary">
                {t('payouts.list.new')}
              </ButtonLink>
            </>
          )}
        </Actions>
      }
    >
      <PaletteHint />
      {/* The list waits for the unfinished forms above it: added later, they would push it down. */}
      {isSettled ? (
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
            <PayoutFilters filters={filters} sorting={sorting} />
            <SamplesFilter filter={filters.samples} wanted={wanted} />
          </ListHead>
          {isSelecting && (
            <Suspense fallback={<Skeleton lines={6} label={t('payouts.list.loading')} />}>
              <SelectPayouts pages={pages} onEnd={() => setIsSelecting(false)} />
            </Suspense>
          )}
          {!(isSelecting && pages.rows.length > 0) && (
            <DataList
              label={t('payouts.list.title')}
              columns={payoutColumns}
              pages={{ ...pages, rows }}
              rowKey={keyOf}
              href={addressOfRow}
              countWords={countWords}
              sorting={sorting}
              totals={<PayoutTotals wanted={wanted} />}
              empty={
                Object.keys(wanted).length > 0 ? (
                  <NothingFound state={filters.state.value} onShowAll={showAll} />
                ) : (
                  <NothingYet />
                )
              }
            />
          )}
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
  const mayEnter = useMay('enter')
  const mayManage = useMay('manage')
  return (
    <>
      <p>{t('payouts.list.noneYet')}</p>
      {mayEnter ? (
        <Actions>
          <ButtonLink href={paths.newPayout}>{t('payouts.list.enterFirst')}</ButtonLink>
          <ButtonLink href={paths.import}>{t('payouts.list.importFirst')}</ButtonLink>
        </Actions>
      ) : (
        <WhyNot permission="enter" />
      )}
      {mayManage && <LoadSampleData />}
    </>
  )
}

function countWords(count: number): string {
  return t('payouts.list.count', { count })
}

function keyOf({ id }: Payout): string {
  return id
}

function addressOfRow({ id }: Payout): string {
  return addressOf.payout(id)
}
