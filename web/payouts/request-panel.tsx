import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useFormPart } from './form-store-context.tsx'
import styles from './request-panel.module.css'
import { RequestStatus } from './request-status.tsx'

const RequestSummary = lazy(async () => ({ default: (await import('./request-summary.tsx')).RequestSummary }))
const CodeBlock = lazy(async () => ({ default: (await import('../ui/code-block.tsx')).CodeBlock }))

/** The exact request as it grows: in words with every change explained, or as JSON. */
export function RequestPanel({ onCopy }: { readonly onCopy: () => void }) {
  const state = useFormPart((found) => found)
  const [isJson, setIsJson] = useState(false)
  if (state === undefined)
    return <p className={styles.empty}>Choose a country. The exact request appears here as you type.</p>
  const notice = state.reading.notices.find(({ code }) => code === 'usd_settlement')
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <RequestStatus />
        <span className={styles.actions}>
          <Button kind="link" small onClick={() => setIsJson(!isJson)}>
            {isJson ? 'Show in words' : 'Show as JSON'}
          </Button>
          <span className={styles.copy}>
            <Button small onClick={onCopy} label="Copy (not approved): the request as it stands">
              Copy (not approved)
            </Button>
          </span>
        </span>
      </div>
      {notice !== undefined && (
        <Callout tone="info" title="A payout in US dollars">
          <p>{notice.detail}</p>
        </Callout>
      )}
      <Suspense fallback={<Skeleton lines={8} label="Loading the request" />}>
        {isJson ? (
          <CodeBlock value={state.reading.request} label="The request as JSON" />
        ) : (
          <RequestSummary state={state} />
        )}
      </Suspense>
    </div>
  )
}
