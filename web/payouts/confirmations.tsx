import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Remark } from '#shared/api/fault.ts'

export interface Confirmations {
  readonly isConfirmed: (warning: Remark) => boolean
  readonly confirm: (warning: Remark, isConfirmed: boolean) => void
}

const ConfirmationsContext = createContext<Confirmations>({ isConfirmed: () => false, confirm: () => undefined })

/** Keeps which warnings a person has confirmed, each for the value it was about. */
export function ConfirmationsProvider({ children }: { readonly children: ReactNode }) {
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const confirmations = useMemo(
    () => ({
      isConfirmed: (warning: Remark) => confirmed.has(warningKey(warning)),
      confirm: (warning: Remark, isConfirmed: boolean) =>
        setConfirmed((before) => {
          const next = new Set(before)
          if (isConfirmed) next.add(warningKey(warning))
          else next.delete(warningKey(warning))
          return next
        }),
    }),
    [confirmed],
  )
  return <ConfirmationsContext value={confirmations}>{children}</ConfirmationsContext>
}

export function useConfirmations(): Confirmations {
  return useContext(ConfirmationsContext)
}

/** A confirmation holds for the value it was given for: change the value, and the warning asks anew. */
export function warningKey({ field, code, params }: Remark): string {
  return JSON.stringify([field, code, params])
}

/** The name of the tick that confirms a warning. */
export function warningName({ field, code }: Remark): string {
  return `confirm-${field}-${code}`
}
