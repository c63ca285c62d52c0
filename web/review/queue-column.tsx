import { useEffect, useRef, useState } from 'react'
import type { Payout } from '#shared/api/payout.ts'
import { warningFilters } from '#shared/api/payout-search.ts'
import { hasWarnings } from '#shared/api/warning.ts'
import { isCountryCode } from '#shared/countries/rule-book.ts'
import { t } from '../language/translate.ts'
import { CountryFilter, PersonFilter, WarningsFilter } from '../payouts/common-filters.tsx'
import { SamplesFilter, useSamplesFilter } from '../payouts/samples-filter.tsx'
import type { PayoutWithFacts } from '../payouts/use-marks.ts'
import { isOneOf, useFilter, useSearchText } from '../screen/list-state.ts'
import { PastLists } from '../screen/past-lists.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import type { Pages } from '../ui/data-list.tsx'
import { FilterSelect, FilterToggle, SearchBox } from '../ui/list-filters.tsx'
import { ApproveCleanDialog } from './approve-clean-dialog.tsx'
import styles from './review.module.css'
import { ReviewList } from './review-list.tsx'
import type { QueueFilter } from './use-queue.ts'

/** The filters and the order of the queue, in the address, and the search box. */
export function useQueueFilter() {
  const search = useSearchText()
  const sort = useFilter('sort', isOneOf(sorts))
  const samples = useSamplesFilter()
  const filters = {
    country: useFilter('country', isCountryCode),
    person: useFilter('person'),
    warnings: useFilter('warnings', isOneOf(warningFilters)),
    can: useFilter('can', isOneOf(mine)),
  }
  const { country, person, warnings, can } = filters
  const part: QueueFilter = {
    ...(search.text !== '' && { text: search.text }),
    ...(country.value && { country: country.value }),
    ...(person.value && { personId: person.value }),
    ...(warnings.value && { warnings: warnings.value }),
    ...(can.value && { canApprove: true }),
  }
  return {
    ...filters,
    filter: { ...part, ...(samples.isHiding && { samples: false }), ...(sort.value && { sort: sort.value }) },
    isFiltered: Object.keys(part).length > 0,
    search,
    sort,
    samples,
    showAll() {
      search.type('')
      for (const { choose } of Object.values(filters)) choose(undefined)
    },
  }
}

/** What the person may approve by their limits, too. */
const mine = ['mine'] as const

/** Other than by waiting time, the default, with the longest first. */
const sorts = ['amount', 'name'] as const

export interface QueueColumnProps {
  readonly queue: Pages<PayoutWithFacts>
  readonly filters: ReturnType<typeof useQueueFilter>
  readonly currentId: string | undefined
  readonly hrefOf: (id: string) => string
  /** How many wait, and which of them is open. */
  readonly position: string
  /** Called after many were approved at once, with the result in words. */
  readonly onApproved: (approved: readonly Pick<Payout, 'id' | 'version'>[], words: string) => void
}

/** The queue with its filters. */
export function QueueColumn({ queue, filters, currentId, hrefOf, position, onApproved }: QueueColumnProps) {
  return (
    <div className={classNames(currentId !== undefined && styles.aside, 'screen-only')}>
      <QueueFilters filters={filters} refusal={queue.refusal} />
      <SamplesFilter filter={filters.samples} wanted={{ ...filters.filter, toReview: true }} />
      <QueueHead rows={queue.rows} filter={filters.filter} position={position} onApproved={onApproved} />
      <ReviewList
        pages={queue}
        currentId={currentId}
        hrefOf={hrefOf}
        onShowAll={filters.isFiltered ? filters.showAll : undefined}
      />
      <PastLists />
    </div>
  )
}

interface QueueFiltersProps extends Pick<QueueColumnProps, 'filters'> {
  readonly refusal: string | undefined
}

function QueueFilters({ filters, refusal }: QueueFiltersProps) {
  const { search, country, person, warnings, can, sort } = filters
  const isUsed = [country, person, warnings, can, sort].some(({ value }) => value !== undefined)
  const [isOpen, setIsOpen] = useState(isUsed)
  return (
    <div className={styles.filters}>
      <SearchBox
        label={t('payouts.list.search')}
        placeholder={t('payouts.list.searchBy')}
        value={search.typed}
        onChange={search.type}
        error={refusal}
      />
      <FilterToggle isOpen={isOpen} isUsed={isUsed} onToggle={() => setIsOpen(!isOpen)}>
        {t('review.filter.toggle')}
      </FilterToggle>
      {isOpen && (
        <div className={styles.chosen}>
          <CountryFilter {...country} />
          <PersonFilter {...person} />
          <WarningsFilter {...warnings} />
          <FilterSelect
            label={t('review.filter.can')}
            all={t('review.filter.anyone')}
            options={mine.map((value) => ({ value, label: t(`review.filter.${value}`) }))}
            value={can.value}
            onChange={can.choose}
          />
          <FilterSelect
            label={t('payouts.list.sort')}
            all={t('review.sort.submitted')}
            options={sorts.map((value) => ({ value, label: t(`review.sort.${value}`) }))}
            value={sort.value}
            onChange={sort.choose}
          />
        </div>
      )}
    </div>
  )
}

type QueueHeadProps = Pick<QueueColumnProps, 'position' | 'onApproved'> & {
  readonly rows: readonly Payout[]
  readonly filter: QueueFilter
}

/** How many wait, and the button to approve many of them. */
function QueueHead({ rows, filter, position, onApproved }: QueueHeadProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [approvals, setApprovals] = useState(0)
  const count = useRef<HTMLParagraphElement>(null)
  // The button that opened the question may be gone, as nothing is left to approve.
  useEffect(() => {
    if (approvals > 0) count.current?.focus()
  }, [approvals])
  const isOfWarnings = filter.warnings !== undefined && filter.warnings !== 'none'
  const canApprove = !isOfWarnings && rows.some(({ warnings }) => !hasWarnings(warnings))
  return (
    <div className={styles.count}>
      <p tabIndex={-1} ref={count}>
        {position}
      </p>
      {canApprove && (
        <Button kind="link" small onClick={() => setIsOpen(true)}>
          {t('review.all.ask')}
        </Button>
      )}
      {isOpen && (
        <ApproveCleanDialog
          filter={filter}
          onClose={() => setIsOpen(false)}
          onDone={(approved, words) => {
            setIsOpen(false)
            setApprovals(approvals + 1)
            onApproved(approved, words)
          }}
        />
      )}
    </div>
  )
}
