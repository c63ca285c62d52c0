import { useState } from 'react'
import type { Payout } from '#shared/api/payout.ts'
import { isCountryCode } from '#shared/countries/rule-book.ts'
import { countryFilters } from '../entry/country-options.ts'
import { t } from '../language/translate.ts'
import { useFilter, useSearchText } from '../screen/list-state.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import type { Pages } from '../ui/data-list.tsx'
import { FilterSelect, ListHead, SearchBox } from '../ui/list-filters.tsx'
import { ApproveAllDialog } from './approve-all-dialog.tsx'
import { Queue, useCurrentInSight } from './queue.tsx'
import styles from './review.module.css'
import { hasWarnings, type QueueFilter } from './use-queue.ts'

/** What of the queue is shown, by the address and the search box. */
export function useQueueFilter() {
  const search = useSearchText()
  const [country, chooseCountry] = useFilter('country', isCountryCode)
  const filter: QueueFilter = { ...(search.text !== '' && { text: search.text }), ...(country && { country }) }
  return {
    filter,
    isFiltered: search.text !== '' || country !== undefined,
    search,
    country,
    chooseCountry,
    showAll() {
      search.type('')
      chooseCountry(undefined)
    },
  }
}

export interface QueueColumnProps {
  readonly queue: Pages<Payout>
  readonly filters: ReturnType<typeof useQueueFilter>
  readonly currentId: string | undefined
  readonly place: number
  /** How many wait, and which of them is open. */
  readonly position: string
  readonly onApproved: (approved: readonly Payout[]) => void
}

/** The queue with what chooses from it. */
export function QueueColumn({ queue, filters, currentId, place, position, onApproved }: QueueColumnProps) {
  const { rows, hasMore, isLoadingMore, more, isOld, refusal } = queue
  const list = useCurrentInSight(currentId, place >= 0)
  return (
    <div className={classNames(currentId !== undefined && styles.aside, 'screen-only')}>
      <QueueFilters filters={filters} refusal={refusal} />
      <div className={styles.count}>
        <p>{position}</p>
        <ApproveAll rows={rows} filter={filters.filter} onApproved={onApproved} />
      </div>
      <div className={classNames(styles.list, isOld && styles.old)} ref={list} aria-busy={isOld}>
        {rows.length > 0 ? <Queue items={rows} currentId={currentId} /> : <NoneFound onShowAll={filters.showAll} />}
        {hasMore && (
          <Button kind="link" busy={isLoadingMore} onClick={more}>
            {t('review.queue.more')}
          </Button>
        )}
      </div>
    </div>
  )
}

interface QueueFiltersProps extends Pick<QueueColumnProps, 'filters'> {
  readonly refusal: string | undefined
}

function QueueFilters({ filters: { search, country, chooseCountry }, refusal }: QueueFiltersProps) {
  return (
    <ListHead>
      <SearchBox
        label={t('payouts.list.search')}
        placeholder={t('payouts.list.searchBy')}
        value={search.typed}
        onChange={search.type}
        error={refusal}
      />
      <FilterSelect
        label={t('payouts.list.country')}
        all={t('payouts.list.allCountries')}
        options={countryFilters()}
        value={country}
        onChange={chooseCountry}
      />
    </ListHead>
  )
}

function NoneFound({ onShowAll }: { readonly onShowAll: () => void }) {
  return (
    <>
      <p className={styles.quiet}>{t('review.filter.none')}</p>
      <Button small onClick={onShowAll}>
        {t('payouts.list.showAll')}
      </Button>
    </>
  )
}

type ApproveAllProps = Pick<QueueColumnProps, 'onApproved'> & {
  readonly rows: readonly Payout[]
  readonly filter: QueueFilter
}

function ApproveAll({ rows, filter, onApproved }: ApproveAllProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen && !rows.some((row) => !hasWarnings(row))) return null
  return (
    <>
      <Button kind="link" small onClick={() => setIsOpen(true)}>
        {t('review.all.ask')}
      </Button>
      {isOpen && <ApproveAllDialog filter={filter} onApproved={onApproved} onClose={() => setIsOpen(false)} />}
    </>
  )
}
