import { Suspense, useState } from 'react'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import type { FieldTable } from '#shared/payout/fields.ts'
import { sentRequest } from '#shared/payout/sent-request.ts'
import { useReading } from '../entry/reading.ts'
import { useWarnings, warningName } from '../entry/warnings-context.tsx'
import { t } from '../language/translate.ts'
import { screen } from '../screen/loading.tsx'
import { useSentFields } from '../session/use-session.ts'
import { copyText } from '../ui/copy-button.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout } from '../ui/tone.tsx'
import type { RequestViewProps } from './request-view.tsx'

const RequestView = screen(async () => (await import('./request-view.tsx')).RequestView)

/** The exact request next to the form. */
export function RequestPanel({ paid }: RequestViewProps) {
  const country = useReading((reading) => reading.country)
  if (country === undefined) return <p>{t('payouts.request.chooseCountry')}</p>
  return (
    <Suspense fallback={<Skeleton lines={8} label={t('payouts.request.loading')} />}>
      <RequestView paid={paid} />
    </Suspense>
  )
}

export interface RequestCopying {
  readonly outcome: 'nothing' | 'unconfirmed' | 'copied' | 'refused'
  /** The request when it was copied. */
  readonly text: string
  /** Copies the request, or focuses the first unconfirmed warning. */
  readonly copy: (request: PayoutRequest) => Promise<void>
  readonly forget: () => void
}

/** Copies the request as JSON. */
export function useCopyRequest(): RequestCopying {
  const { open } = useWarnings()
  const announce = useAnnounce()
  const sentFields = useSentFields()
  const [attempt, setAttempt] = useState<Pick<RequestCopying, 'outcome' | 'text'>>(noAttempt)
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

/** Whether copying worked, and whether the form has changed since. */
export function CopyOutcome({ copying: { outcome, text } }: { readonly copying: RequestCopying }) {
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
