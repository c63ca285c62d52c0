import { useState } from 'react'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { t } from '../language/translate.ts'
import { copyText } from '../ui/copy-text.ts'
import { goToField } from '../ui/error-summary.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { warningName } from './confirmations.tsx'
import { useFormPart } from './form-store-context.tsx'
import { useWarnings } from './warnings-context.tsx'

type CopyState = 'nothing' | 'unconfirmed' | 'copied' | 'changed-since' | 'refused'

export interface Copying {
  readonly state: CopyState
  /** Copies the request, or leads to the first warning that nobody has confirmed. */
  readonly copy: (request: PayoutRequest) => Promise<void>
  readonly forget: () => void
}

/** Copies the request as JSON, and tells when what was copied is no longer what stands in the form. */
export function useCopyRequest(): Copying {
  const state = useFormPart((found) => found)
  const { open } = useWarnings()
  const announce = useAnnounce()
  const [attempt, setAttempt] = useState<Attempt>({ outcome: 'nothing', text: '' })
  return {
    state: stateOf(attempt, open.length, state && textOf(state.reading.request)),
    async copy(request) {
      const [first] = open
      const text = textOf(request)
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
    forget: () => setAttempt({ outcome: 'nothing', text: '' }),
  }
}

interface Attempt {
  readonly outcome: 'nothing' | 'unconfirmed' | 'copied' | 'refused'
  /** The request as it was then. */
  readonly text: string
}

function stateOf({ outcome, text }: Attempt, open: number, current: string | undefined): CopyState {
  if (outcome === 'unconfirmed') return open > 0 ? 'unconfirmed' : 'nothing'
  return outcome === 'copied' && text !== current ? 'changed-since' : outcome
}

function textOf(request: PayoutRequest): string {
  return JSON.stringify(request, null, 2)
}
