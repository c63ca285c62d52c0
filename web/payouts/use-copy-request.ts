import { useState } from 'react'
import type { Remark } from '#shared/api/fault.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { copyText } from '../ui/copy-text.ts'
import { goToField } from '../ui/error-summary.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { inFormOrder } from './fault-order.ts'
import { useFormStore } from './form-store-context.tsx'

export type CopyState = 'nothing' | 'copied' | 'refused'

export interface Copying {
  readonly state: CopyState
  readonly confirmed: ReadonlySet<string>
  readonly confirm: (warning: Remark, isConfirmed: boolean) => void
  /** Copies the request, or leads to the first warning that nobody has confirmed. */
  readonly copy: (request: PayoutRequest) => Promise<void>
  readonly forget: () => void
}

/** Copies the request as JSON. Warnings are passed by a person who confirms each for the value it is about. */
export function useCopyRequest(): Copying {
  const store = useFormStore()
  const announce = useAnnounce()
  const [state, setState] = useState<CopyState>('nothing')
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  return {
    state,
    confirmed,
    confirm(warning, isConfirmed) {
      const next = new Set(confirmed)
      if (isConfirmed) next.add(warningKey(warning))
      else next.delete(warningKey(warning))
      setConfirmed(next)
    },
    async copy(request) {
      const state = store.get()
      const warnings = state === undefined ? [] : inFormOrder(state, state.reading.warnings)
      const open = warnings.find((warning) => !confirmed.has(warningKey(warning)))
      if (open !== undefined) {
        setState('nothing')
        goToField(warningName(open))
        announce('There is a warning to confirm before the request is copied.')
        return
      }
      const isCopied = await copyText(JSON.stringify(request, null, 2))
      setState(isCopied ? 'copied' : 'refused')
      announce(isCopied ? 'The request is copied.' : 'The browser refused to copy.')
    },
    forget: () => setState('nothing'),
  }
}

/** A confirmation holds for the value it was given for: change the value, and the warning asks anew. */
export function warningKey({ field, code, params }: Remark): string {
  return JSON.stringify([field, code, params])
}

/** The name of the tick that confirms a warning. */
export function warningName({ field, code }: Remark): string {
  return `confirm-${field}-${code}`
}
