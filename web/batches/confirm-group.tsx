import { GradeBadge } from '../entry/warning-marks.tsx'
import { numberWords } from '../language/formats.ts'
import { issueText } from '../language/issue-text.ts'
import { t } from '../language/translate.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { TextField } from '../ui/text-field.tsx'
import { TickField } from '../ui/tick-field.tsx'
import styles from './batch.module.css'
import { RowLink } from './row-link.tsx'
import type { WarningGroup } from './submission.ts'

interface ConfirmGroupProps {
  readonly group: WarningGroup
  readonly confirmed: ReadonlySet<string>
  readonly onConfirmed: (confirmed: ReadonlySet<string>) => void
  /** Whether it is a compliance warning. */
  readonly reason: string
  readonly onReason: (reason: string) => void
}

/** One kind of warning with all its payouts: confirmed together, or one by one. */
export function ConfirmGroup({ group, confirmed, onConfirmed, reason, onReason }: ConfirmGroupProps) {
  const { code, grade, standing } = group
  const [first] = standing
  const isWhole = standing.every(({ key }) => confirmed.has(key))
  function tick(keys: readonly string[], isTicked: boolean) {
    const next = new Set(confirmed)
    for (const key of keys) isTicked ? next.add(key) : next.delete(key)
    onConfirmed(next)
  }
  if (first === undefined) return null
  return (
    <div className={styles.job}>
      <p>
        <GradeBadge grade={grade} /> <strong>{numberWords(standing.length)} ×</strong> {issueText(first.warning)}
      </p>
      <TickField
        name={`all-${grade}-${code}`}
        label={t('batches.submit.all', { count: standing.length })}
        value={isWhole}
        onChange={(isTicked) =>
          tick(
            standing.map(({ key }) => key),
            isTicked,
          )
        }
      />
      {grade === 'compliance' && (
        <TextField
          name={`reason-${code}`}
          label={t('batches.submit.reason')}
          capitals="none"
          value={reason}
          onChange={onReason}
        />
      )}
      {standing.length > 1 && (
        <Disclosure small summary={t('batches.submit.each')}>
          <ul className={styles.items}>
            {standing.slice(0, mostShown).map(({ key, payoutId, row, warning }) => (
              <li key={key}>
                <TickField
                  name={key}
                  label={issueText(warning)}
                  value={confirmed.has(key)}
                  onChange={(isTicked) => tick([key], isTicked)}
                />
                <RowLink id={payoutId} row={row} />
              </li>
            ))}
          </ul>
          {standing.length > mostShown && <p>{t('batches.submit.more', { count: standing.length - mostShown })}</p>}
        </Disclosure>
      )}
    </div>
  )
}

/** No one checks more than this one by one. */
const mostShown = 200
