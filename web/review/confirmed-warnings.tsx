import type { ReactNode } from 'react'
import { warningId } from '#shared/api/issue.ts'
import type { RevealedPayout } from '#shared/api/payout.ts'
import { issueText } from '../language/issue-words.ts'
import { Ago } from '../ui/ago.tsx'
import { Callout } from '../ui/callout.tsx'
import styles from './review.module.css'
import { rich, t } from './words.ts'

/** What speaks against it as it stands now, and who has looked at it. */
export function ConfirmedWarnings({ warnings }: Pick<RevealedPayout, 'warnings'>) {
  if (warnings.length === 0) return <p className={styles.quiet}>{t('warnings.none')}</p>
  return (
    <Callout tone="warning" title={countWords(warnings)}>
      <ul className={styles.warnings}>
        {warnings.map((warning) => (
          <li key={warningId(warning)}>
            {issueText(warning)} <span className={styles.quiet}>{whoConfirmed(warning)}</span>
          </li>
        ))}
      </ul>
    </Callout>
  )
}

function countWords(warnings: RevealedPayout['warnings']): string {
  const fresh = warnings.filter(({ confirmedBy }) => confirmedBy === null).length
  const count = warnings.length
  return fresh === 0 ? t('warnings.count', { count }) : t('warnings.someNew', { count, fresh })
}

function whoConfirmed({ confirmedBy, confirmedAt }: RevealedPayout['warnings'][number]): ReactNode {
  if (confirmedBy === null) return t('warnings.unconfirmed')
  const { name } = confirmedBy
  if (confirmedAt === null) return t('warnings.confirmedBy', { name })
  return rich('warnings.confirmedWhen', { name, ago: () => <Ago at={confirmedAt} /> })
}
