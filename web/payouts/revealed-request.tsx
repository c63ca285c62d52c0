import { useMemo, useState } from 'react'
import type { RevealedPayout } from '#shared/api/payout.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { receivedRequest } from '#shared/payout/sent-request.ts'
import { formEntryOf } from '../entry/form-content.ts'
import { type FormReading, readingOf } from '../entry/reading.ts'
import { RequestSummary } from '../entry/request-summary.tsx'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

export interface RevealedRequestProps {
  readonly revealed: RevealedPayout
  /** Whether exactly this request is approved; if not, copying it shows a warning. */
  readonly isApproved: boolean
}

/** The exact request of a saved payout: in words with every change explained, or as JSON; only in words where something of it stays hidden. */
export function RevealedRequest({ revealed, isApproved }: RevealedRequestProps) {
  const [isJson, setIsJson] = useState(false)
  const reading = useMemo(() => revealedReading(revealed), [revealed])
  if (Object.keys(revealed.masked).length > 0) return reading && <RequestSummary reading={reading} />
  return (
    <>
      <Actions>
        {reading !== undefined && (
          <Button small onClick={() => setIsJson(!isJson)}>
            {t(isJson ? 'payouts.request.inWords' : 'payouts.request.asJson')}
          </Button>
        )}
        <CopyButton
          text={JSON.stringify(revealed.request, null, 2)}
          label={isApproved ? t('payouts.request.copyIt') : undefined}
        >
          {t(isApproved ? 'payouts.request.copy' : 'payouts.request.copyUnapproved')}
        </CopyButton>
      </Actions>
      {isJson || reading === undefined ? (
        <CodeBlock value={revealed.request} label={t('payouts.request.json')} />
      ) : (
        <RequestSummary reading={reading} />
      )}
    </>
  )
}

/** The form as it was typed, with the request that the server saved. */
export function revealedReading({ entry, masked, request, changes }: RevealedPayout): FormReading | undefined {
  if (!isCountryCode(entry.country)) return undefined
  const country = ruleBook[entry.country]
  return {
    ...readingOf(country, formEntryOf(country, entry), undefined, masked),
    request: receivedRequest(request),
    changes,
  }
}
