import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Confirmed } from '#shared/api/entry.ts'
import { type ReceivedIssue, warningId } from '#shared/api/issue.ts'

export interface Confirmations {
  readonly isConfirmed: (warning: ReceivedIssue) => boolean
  readonly confirm: (warning: ReceivedIssue, isConfirmed: boolean) => void
  /** The next payout starts without any. */
  readonly forget: () => void
}

const ConfirmationsContext = createContext<Confirmations>({
  isConfirmed: () => false,
  confirm: () => undefined,
  forget: () => undefined,
})

interface ConfirmationsProviderProps {
  /** What was confirmed before. */
  readonly initial: Confirmed
  readonly onChange: (confirmed: Confirmed) => void
  readonly children: ReactNode
}

/** Which warnings a person has confirmed, each for the value it was about. */
export function ConfirmationsProvider({ initial, onChange, children }: ConfirmationsProviderProps) {
  const [confirmed, setConfirmed] = useState(initial)
  const confirmations = useMemo(() => {
    const change = (next: Confirmed) => {
      setConfirmed(next)
      onChange(next)
    }
    const ids = new Set(confirmed.map((found) => found.warningId))
    return {
      isConfirmed: (warning: ReceivedIssue) => ids.has(warningId(warning)),
      confirm(warning: ReceivedIssue, isConfirmed: boolean) {
        const id = warningId(warning)
        const others = confirmed.filter((found) => found.warningId !== id)
        change(isConfirmed ? [...others, { warningId: id }] : others)
      },
      forget: () => change([]),
    }
  }, [confirmed, onChange])
  return <ConfirmationsContext value={confirmations}>{children}</ConfirmationsContext>
}

export function useConfirmations(): Confirmations {
  return useContext(ConfirmationsContext)
}

/** The name of the tick that confirms a warning. */
export function warningName({ field, code, params: { beneficiaryId, payoutId } }: ReceivedIssue): string {
  return ['confirm', field, code, beneficiaryId ?? payoutId].filter((part) => part !== undefined).join('-')
}
