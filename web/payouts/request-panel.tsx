import { lazy, Suspense, useState } from 'react'
import { sentRequest } from '#shared/payout/sent-request.ts'
import { useShownErrors } from '../entry/entry-errors.tsx'
import { type FormReading, useReading } from '../entry/reading.ts'
import { RequestStatus } from '../entry/request-status.tsx'
import { issueText } from '../language/issue-text.ts'
import { t } from '../language/translate.ts'
import { screen } from '../screen/loading-screens.ts'
import { useSentFields } from '../session/use-sent-fields.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './request-panel.module.css'

const RequestSummary = screen(async () => (await import('../entry/request-summary.tsx')).RequestSummary)
const CodeBlock = lazy(async () => ({ default: (await import('../ui/code-block.tsx')).CodeBlock }))

/** The exact request as it grows. */
export function RequestPanel({ onCopy }: { readonly onCopy: () => void }) {
  const reading = useReading((found) => found)
  if (reading === undefined) return <p>{t('payouts.request.chooseCountry')}</p>
  return <GrowingRequest reading={reading} onCopy={onCopy} />
}

interface GrowingRequestProps {
  readonly reading: FormReading
  readonly onCopy: () => void
}

/** In words with every change explained, or as JSON. */
function GrowingRequest({ reading, onCopy }: GrowingRequestProps) {
  const [isJson, setIsJson] = useState(false)
  const errors = useShownErrors()
  const sentFields = useSentFields()
  const notice = reading.notices.find(({ code }) => code === 'usd_settlement')
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <RequestStatus ready={t('payouts.status.ready')} />
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
      <Suspense fallback={<Skeleton lines={8} label={t('payouts.request.loading')} />}>
        {isJson ? (
          <CodeBlock value={sentRequest(reading.request, sentFields)} label={t('payouts.request.json')} />
        ) : (
          <RequestSummary reading={reading} errors={errors} />
        )}
      </Suspense>
    </div>
  )
}
