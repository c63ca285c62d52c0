import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { type ReceivedIssue, warningId } from '#shared/api/issue.ts'
import { useValidations } from '../validations/validation-store.ts'
import { useConfirmations } from './confirmations.tsx'
import { useFormPart } from './form-store-context.tsx'

export interface Warnings {
  /** Every doubt, confirmed or not, in the order of the form; then those of the checks, then those of the book. */
  readonly all: readonly ReceivedIssue[]
  readonly open: readonly ReceivedIssue[]
}

const WarningsContext = createContext<Warnings>({ all: [], open: [] })

/** Apart from the others: it changes seldom, so that the fields which show it are not drawn again at every keystroke. */
const ServerWarningsContext = createContext<readonly ReceivedIssue[]>([])

interface WarningsProviderProps {
  /** What the server knows against it: the same account elsewhere, the same payout some days ago. */
  readonly ofServer: readonly ReceivedIssue[]
  readonly children: ReactNode
}

/** Gathers, once for the whole form, the doubts that a person has to confirm. */
export function WarningsProvider({ ofServer, children }: WarningsProviderProps) {
  const state = useFormPart((found) => found)
  const checks = useValidations()
  const { isConfirmed } = useConfirmations()
  const own = useMemo(() => state?.rules.warnings(state, checks) ?? [], [state, checks])
  const warnings = useMemo(() => {
    const all = withoutRepeats([...own, ...ofServer])
    return { all, open: all.filter((warning) => !isConfirmed(warning)) }
  }, [own, ofServer, isConfirmed])
  return (
    <ServerWarningsContext value={ofServer}>
      <WarningsContext value={warnings}>{children}</WarningsContext>
    </ServerWarningsContext>
  )
}

export function useWarnings(): Warnings {
  return useContext(WarningsContext)
}

/** What the server alone knows: the same account elsewhere, an account that has changed. */
export function useServerIssues(): readonly ReceivedIssue[] {
  return useContext(ServerWarningsContext)
}

/** The server repeats what the page has found by itself. */
function withoutRepeats(issues: readonly ReceivedIssue[]): readonly ReceivedIssue[] {
  return [...new Map(issues.toReversed().map((issue) => [warningId(issue), issue])).values()].toReversed()
}
