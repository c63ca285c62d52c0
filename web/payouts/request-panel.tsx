import { useState } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { useFormPart } from './form-store-context.tsx'
import styles from './request-panel.module.css'
import { requestStatus } from './request-state.ts'
import { RequestSummary } from './request-summary.tsx'

/** The exact request as it grows: in words with every change explained, or as JSON. */
export function RequestPanel() {
  const state = useFormPart((found) => found)
  const [isJson, setIsJson] = useState(false)
  if (state === undefined)
    return <p className={styles.empty}>Choose a country. The exact request appears here as you type.</p>
  const status = requestStatus(state)
  const notice = state.reading.notices.find(({ code }) => code === 'usd_settlement')
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <Badge tone={status.tone}>{status.text}</Badge>
        <Button kind="link" small onClick={() => setIsJson(!isJson)}>
          {isJson ? 'Show in words' : 'Show as JSON'}
        </Button>
      </div>
      {notice !== undefined && (
        <Callout tone="info" title="A payout in US dollars">
          <p>{notice.detail}</p>
        </Callout>
      )}
      {isJson ? (
        <CodeBlock value={state.reading.request} label="The request as JSON" />
      ) : (
        <RequestSummary state={state} />
      )}
    </div>
  )
}
