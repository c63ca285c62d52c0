import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Remark } from '#shared/api/fault.ts'
import { keepInTab, readFromTab } from '../app/tab-storage.ts'

export interface Confirmations {
  readonly isConfirmed: (warning: Remark) => boolean
  readonly confirm: (warning: Remark, isConfirmed: boolean) => void
  /** The next payout starts without any. */
  readonly forget: () => void
}

const ConfirmationsContext = createContext<Confirmations>({
  isConfirmed: () => false,
  confirm: () => undefined,
  forget: () => undefined,
})

/** Keeps which warnings a person has confirmed, each for the value it was about, over a reload too. */
export function ConfirmationsProvider({ children }: { readonly children: ReactNode }) {
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(load)
  const confirmations = useMemo(
    () => ({
      isConfirmed: (warning: Remark) => confirmed.has(warningKey(warning)),
      confirm(warning: Remark, isConfirmed: boolean) {
        const next = new Set(confirmed)
        if (isConfirmed) next.add(warningKey(warning))
        else next.delete(warningKey(warning))
        setConfirmed(next)
        save(next)
      },
      forget() {
        setConfirmed(new Set())
        save(new Set())
      },
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

const key = 'payout-desk:confirmed'

function load(): ReadonlySet<string> {
  const stored = readFromTab(key)
  return new Set(Array.isArray(stored) ? stored.filter((found) => typeof found === 'string') : [])
}

function save(confirmed: ReadonlySet<string>): void {
  keepInTab(key, [...confirmed])
}
