import type { ReactNode } from 'react'
import { warningId } from '#shared/api/issue.ts'
import type { RevealedPayout } from '#shared/api/payout.ts'
import { issueText } from '../language/issue-text.ts'
import { t, tNode } from '../language/translate.ts'
import { Ago } from '../ui/ago.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './review.module.css'

/** What speaks against it as it stands now, and who has looked at it. */
export function ConfirmedWarnings({ warnings }: Pick<RevealedPayout, 'warnings'>) {
  if (warnings.length === 0) return <p className={styles.quiet}>{t('review.warnings.none')}</p>
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
  return fresh === 0 ? t('review.warnings.count', { count }) : t('review.warnings.someNew', { count, fresh })
}

function whoConfirmed({ confirmedBy, confirmedAt }: RevealedPayout['warnings'][number]): ReactNode {
  if (confirmedBy === null) return t('review.warnings.unconfirmed')
  const { name } = confirmedBy
  if (confirmedAt === null) return t('review.warnings.confirmedBy', { name })
  return tNode('review.warnings.confirmedWhen', { name, ago: () => <Ago at={confirmedAt} /> })
}
