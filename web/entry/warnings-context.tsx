import { replaceEqualDeep } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Confirmed } from '#shared/api/entry.ts'
import { type ReceivedIssue, warningId } from '#shared/api/issue.ts'
import { useValidations } from '../validations/validation-store.ts'
import { validationWarnings } from '../validations/validation-warnings.ts'
import { useReading } from './reading.ts'
import { type AskedPayout, useServerWarnings } from './use-server-warnings.ts'

export interface Warnings {
  /** Every warning, confirmed or not, in the order of the form; then those of the validations, then what the server alone knows. */
  readonly all: readonly ReceivedIssue[]
  readonly open: readonly ReceivedIssue[]
  readonly isConfirmed: (warning: ReceivedIssue) => boolean
  readonly confirm: (warning: ReceivedIssue, isConfirmed: boolean) => void
}

const WarningsContext = createContext<Warnings>({
  all: [],
  open: [],
  isConfirmed: () => false,
  confirm: () => undefined,
})

interface WarningsProviderProps {
  /** Which payout the server is asked about: it knows the same account elsewhere, the same payout some days ago. */
  readonly about?: AskedPayout | undefined
  /** What the server named when it refused to save. */
  readonly named: readonly ReceivedIssue[]
  /** Those that the person has confirmed, each for the value it was about. */
  readonly confirmed: Confirmed
  readonly onConfirmed: (confirmed: Confirmed) => void
  readonly children: ReactNode
}

/** Gathers, once for the whole form, the warnings that a person has to confirm. */
export function WarningsProvider({ about, named, confirmed, onConfirmed, children }: WarningsProviderProps) {
  const known = useServerWarnings(about)
  const ofRules = useReading((reading) => reading.warnings) ?? none
  const offers = useReading((reading) => reading.validations)
  const checks = useValidations()
  const ofValidations = offers === undefined ? none : validationWarnings(offers, checks)
  const [shared] = useState(createSharing)
  const all = shared(withoutRepeats([...ofRules, ...ofValidations, ...known, ...named]))
  const warnings = useMemo(() => {
    const ids = new Set(confirmed.map((found) => found.warningId))
    const isConfirmed = (warning: ReceivedIssue) => ids.has(warningId(warning))
    return {
      all,
      open: all.filter((warning) => !isConfirmed(warning)),
      isConfirmed,
      confirm(warning: ReceivedIssue, isTicked: boolean) {
        const id = warningId(warning)
        const others = confirmed.filter((found) => found.warningId !== id)
        onConfirmed(isTicked ? [...others, { warningId: id }] : others)
      },
    }
  }, [all, confirmed, onConfirmed])
  return <WarningsContext value={warnings}>{children}</WarningsContext>
}

const none: readonly ReceivedIssue[] = []

/** Gives the same list as long as it says the same, so that a key does not render again all that shows warnings. */
function createSharing() {
  let last = none
  return (warnings: readonly ReceivedIssue[]) => {
    last = replaceEqualDeep(last, warnings)
    return last
  }
}

export function useWarnings(): Warnings {
  return useContext(WarningsContext)
}

/** The name of the tick that confirms a warning. */
export function warningName({ field, code, params: { beneficiaryId, payoutId } }: ReceivedIssue): string {
  return ['confirm', field, code, beneficiaryId ?? payoutId].filter((part) => part !== undefined).join('-')
}

/** The server repeats what the page has found by itself. */
function withoutRepeats(issues: readonly ReceivedIssue[]): readonly ReceivedIssue[] {
  return [...new Map(issues.toReversed().map((issue) => [warningId(issue), issue])).values()].toReversed()
}
