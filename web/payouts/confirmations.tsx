import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
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
  /** Keys of what was confirmed before. */
  readonly initial: readonly string[]
  readonly onChange: (keys: readonly string[]) => void
  readonly children: ReactNode
}

/** Which warnings a person has confirmed, each for the value it was about. */
export function ConfirmationsProvider({ initial, onChange, children }: ConfirmationsProviderProps) {
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(() => new Set(initial))
  const confirmations = useMemo(() => {
    const change = (next: ReadonlySet<string>) => {
      setConfirmed(next)
      onChange([...next])
    }
    return {
      isConfirmed: (warning: ReceivedIssue) => confirmed.has(warningId(warning)),
      confirm(warning: ReceivedIssue, isConfirmed: boolean) {
        const next = new Set(confirmed)
        if (isConfirmed) next.add(warningId(warning))
        else next.delete(warningId(warning))
        change(next)
      },
      forget: () => change(new Set()),
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
