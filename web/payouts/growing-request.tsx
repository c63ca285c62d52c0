import { lazy, Suspense, useState } from 'react'
import { issueText } from '../language/issue-words.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { FormState } from './form-store.ts'
import styles from './request-panel.module.css'
import { RequestStatus } from './request-status.tsx'
import { RequestSummary } from './request-summary.tsx'

const CodeBlock = lazy(async () => ({ default: (await import('../ui/code-block.tsx')).CodeBlock }))

export interface GrowingRequestProps {
  readonly state: FormState
  readonly onCopy: () => void
}

/** The request of a country's form: in words with every change explained, or as JSON. */
export function GrowingRequest({ state, onCopy }: GrowingRequestProps) {
  const [isJson, setIsJson] = useState(false)
  const notice = state.reading.notices.find(({ code }) => code === 'usd_settlement')
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <RequestStatus />
        <span className={styles.actions}>
          <Button kind="link" small onClick={() => setIsJson(!isJson)}>
            {t(isJson ? 'payouts.request.inWords' : 'payouts.request.asJson')}
          </Button>
          <span className={styles.copy}>
            <Button small onClick={onCopy} label={t('payouts.request.copyAsItStands')}>
              {t('payouts.request.copyUnapproved')}
            </Button>
          </span>
        </span>
      </div>
      {notice !== undefined && (
        <Callout tone="info" title={t('payouts.request.inDollars')}>
          <p>{issueText(notice)}</p>
        </Callout>
      )}
      {isJson ? (
        <Suspense fallback={<Skeleton lines={8} label={t('payouts.request.loading')} />}>
          <CodeBlock value={state.reading.request} label={t('payouts.request.json')} />
        </Suspense>
      ) : (
        <RequestSummary state={state} />
      )}
    </div>
  )
}
