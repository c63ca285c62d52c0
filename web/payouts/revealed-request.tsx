import { useMemo, useState } from 'react'
import type { RevealedPayout } from '#shared/api/payout.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { isCountryCode } from '#shared/rule-book/country-codes.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Actions } from '../ui/row.tsx'
import { payoutRules } from './form-rules.ts'
import { type FormState, formState } from './form-store.ts'
import { RequestSummary } from './request-summary.tsx'
import { formEntryOf } from './saved-entry.ts'

export interface RevealedRequestProps {
  readonly revealed: RevealedPayout
  /** Whether somebody has approved exactly this request; else copying it says that nobody has. */
  readonly isApproved: boolean
}

/** The exact request of a saved payout, as the server keeps it: in words with every change explained, or as JSON. */
export function RevealedRequest({ revealed, isApproved }: RevealedRequestProps) {
  const [isJson, setIsJson] = useState(false)
  const state = useMemo(() => formOf(revealed), [revealed])
  return (
    <>
      <Actions>
        {state !== undefined && (
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
      {isJson || state === undefined ? (
        <CodeBlock value={revealed.request} label={t('payouts.request.json')} />
      ) : (
        <RequestSummary state={state} />
      )}
    </>
  )
}

/** The form that it was typed in, with the request that the server has kept. */
export function formOf({ entry, request, changes }: RevealedPayout): FormState | undefined {
  if (!isCountryCode(entry.country)) return undefined
  const country = ruleBook[entry.country]
  const state = formState(payoutRules, country, formEntryOf(country, entry))
  return { ...state, reading: { ...state.reading, request, changes } }
}
