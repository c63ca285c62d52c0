import { lazy, memo, Suspense, useState } from 'react'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import type { FieldTable } from '#shared/payout/fields.ts'
import { sentRequest } from '#shared/payout/sent-request.ts'
import { RequestStatus, useShownErrors } from '../entry/entry-errors.tsx'
import { type FormReading, useReading } from '../entry/reading.ts'
import { useWarnings, warningName } from '../entry/warnings-context.tsx'
import { issueText } from '../language/issue-text.ts'
import { t } from '../language/translate.ts'
import { screen } from '../screen/loading.tsx'
import { useSentFields } from '../session/use-session.ts'
import { useAfterPaint } from '../ui/after-paint.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-button.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout, Note } from '../ui/tone.tsx'
import styles from './request-panel.module.css'

const RequestSummary = screen(async () => (await import('../entry/request-summary.tsx')).RequestSummary)
const CodeBlock = lazy(async () => ({ default: (await import('../ui/code-block.tsx')).CodeBlock }))

/** The exact request beside the form. */
export function RequestPanel({ onCopy }: { readonly onCopy: () => void }) {
  const reading = useReading((found) => found)
  if (reading === undefined) return <p>{t('payouts.request.chooseCountry')}</p>
  return <FormRequest reading={reading} onCopy={onCopy} />
}

interface FormRequestProps {
  readonly reading: FormReading
  readonly onCopy: () => void
}

/** In words with every change explained, or as JSON. */
function FormRequest({ reading, onCopy }: FormRequestProps) {
  const [isJson, setIsJson] = useState(false)
  const shown = useAfterPaint(reading)
  const sentFields = useSentFields()
  const isPaymentAlone = reading.part === 'payment'
  const notice = reading.notices.find(({ code }) => code === 'usd_settlement')
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <RequestStatus ready={t('payouts.status.ready')} />
        {!isPaymentAlone && (
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
        )}
      </div>
      {isPaymentAlone && <Note>{t('payouts.request.savedDetails')}</Note>}
      {notice !== undefined && (
        <Callout tone="info" title={t('payouts.request.inDollars')}>
          <p>{issueText(notice)}</p>
        </Callout>
      )}
      <Suspense fallback={<Skeleton lines={8} label={t('payouts.request.loading')} />}>
        {isJson && !isPaymentAlone ? (
          <CodeBlock value={sentRequest(shown.request, sentFields)} label={t('payouts.request.json')} />
        ) : (
          <FormSummary reading={shown} />
        )}
      </Suspense>
    </div>
  )
}

/** Line by line, with the errors that the form shows. */
const FormSummary = memo(function FormSummary({ reading }: { readonly reading: FormReading }) {
  return <RequestSummary reading={reading} errors={useShownErrors()} />
})

export interface Copying {
  readonly outcome: 'nothing' | 'unconfirmed' | 'copied' | 'refused'
  /** The request as it was then. */
  readonly text: string
  /** Copies the request, or leads to the first unconfirmed warning. */
  readonly copy: (request: PayoutRequest) => Promise<void>
  readonly forget: () => void
}

/** Copies the request as JSON. */
export function useCopyRequest(): Copying {
  const { open } = useWarnings()
  const announce = useAnnounce()
  const sentFields = useSentFields()
  const [attempt, setAttempt] = useState<Pick<Copying, 'outcome' | 'text'>>(noAttempt)
  return {
    ...attempt,
    async copy(request) {
      const [first] = open
      const text = textOf(request, sentFields)
      if (first !== undefined) {
        setAttempt({ outcome: 'unconfirmed', text })
        goToField(warningName(first))
        announce(t('payouts.request.confirmFirst'))
        return
      }
      const isCopied = await copyText(text)
      setAttempt({ outcome: isCopied ? 'copied' : 'refused', text })
      announce(t(isCopied ? 'payouts.request.copied' : 'payouts.request.copyRefused'))
    },
    forget: () => setAttempt(noAttempt),
  }
}

const noAttempt = { outcome: 'nothing', text: '' } as const

/** The outcome of copying, and that the form has changed since. */
export function CopyOutcome({ copying: { outcome, text } }: { readonly copying: Copying }) {
  const sentFields = useSentFields()
  const isCurrent = useReading(({ request }) => text === textOf(request, sentFields))
  if (outcome === 'refused')
    return (
      <Callout tone="warning" title={t('payouts.copied.refused')}>
        <p>{t('payouts.copied.byHand')}</p>
      </Callout>
    )
  if (outcome !== 'copied') return null
  if (!isCurrent) return <Callout tone="info" title={t('payouts.copied.changedSince')} />
  return (
    <Callout tone="success" title={t('payouts.copied.title')}>
      <p>{t('payouts.copied.notApproved')}</p>
    </Callout>
  )
}

function textOf(request: PayoutRequest, fields: FieldTable): string {
  return JSON.stringify(sentRequest(request, fields), null, 2)
}
