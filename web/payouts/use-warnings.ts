import type { Remark } from '#shared/api/fault.ts'
import { useChecks } from '../checks/check-store.ts'
import { checkWarnings } from '../checks/check-warnings.ts'
import { useConfirmations } from './confirmations.tsx'
import { inFormOrder } from './fault-order.ts'
import type { FormState } from './form-store.ts'

export interface Warnings {
  /** Every doubt, confirmed or not, in the order of the form; those of the checks last. */
  readonly all: readonly Remark[]
  readonly open: readonly Remark[]
}

/** The doubts that a person has to confirm before the request is copied. */
export function useWarnings(state: FormState | undefined): Warnings {
  const checks = useChecks()
  const { isConfirmed } = useConfirmations()
  if (state === undefined) return { all: [], open: [] }
  const all = [...inFormOrder(state, state.reading.warnings), ...checkWarnings(state.country, state.values, checks)]
  return { all, open: all.filter((warning) => !isConfirmed(warning)) }
}
