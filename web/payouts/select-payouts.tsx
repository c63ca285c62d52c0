import { useState } from 'react'
import type { Payout } from '#shared/api/payout.ts'
import { isListUnderWay, useListJob } from '../api/list-jobs.ts'
import { t } from '../language/translate.ts'
import { focusHeading } from '../screen/page.tsx'
import { PastLists } from '../screen/past-lists.tsx'
import { useMay } from '../session/use-may.tsx'
import { Actions, Button } from '../ui/button.tsx'
import type { Pages } from '../ui/data-list.tsx'
import { type SelectionAct, selectionActs } from './list-act.ts'
import { ListActDialog } from './list-act-dialog.tsx'
import { PayoutTicks } from './payout-ticks.tsx'
import styles from './select-payouts.module.css'

export interface SelectPayoutsProps {
  readonly pages: Pages<Payout>
  readonly onEnd: () => void
}

/**
 * The list of payouts with a check box each, and what can be done with those that are selected. A filter may leave none once that is done; the
 * dialog stays until it is closed.
 */
export function SelectPayouts({ pages: { rows, hasMore, isLoadingMore, more }, onEnd }: SelectPayoutsProps) {
  const [ticks, setTicks] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<{ readonly act: SelectionAct; readonly payouts: readonly Payout[] }>()
  const payouts = rows.filter(({ id }) => ticks.has(id))
  // One that was begun before, and goes on.
  const { job } = useListJob('acts')
  const [closedId, setClosedId] = useState<string>()
  if (asked === undefined && job?.id !== closedId && isListUnderWay(job) && job?.act != null)
    setAsked({ act: job.act, payouts })
  const mayReport = useMay('report')
  const possible = selectionActs.filter((act) => payouts.some((payout) => canBe(payout, act, mayReport)))
  return (
    <>
      {rows.length > 0 && (
        <>
          <PayoutTicks items={rows} ticks={ticks} onChange={setTicks} hasState />
          {hasMore && (
            <Button kind="link" busy={isLoadingMore} onClick={more}>
              {t('exports.page.more')}
            </Button>
          )}
          <section className={styles.bar} aria-label={t('payouts.select.label')}>
            <strong role="status">{t('payouts.select.count', { count: payouts.length })}</strong>
            <Actions>
              {possible.map((act) => (
                <Button key={act} small onClick={() => setAsked({ act, payouts })}>
                  {t('payouts.select.act', { act })}
                </Button>
              ))}
              <Button
                small
                kind="link"
                onClick={() => {
                  onEnd()
                  focusHeading()
                }}
              >
                {t('payouts.select.end')}
              </Button>
            </Actions>
          </section>
          <PastLists />
        </>
      )}
      {asked && (
        <ListActDialog
          {...asked}
          onClose={(hasActed) => {
            setAsked(undefined)
            setClosedId(job?.id)
            if (hasActed) setTicks(new Set())
          }}
        />
      )}
    </>
  )
}

/** Nothing is exported a second time by the way. */
function canBe({ actions, state, erasedAt }: Payout, act: SelectionAct, mayReport: boolean): boolean {
  if (act === 'outcome') return mayReport && state === 'exported' && erasedAt === null
  return actions.includes(act) && (act !== 'export' || state === 'approved')
}
