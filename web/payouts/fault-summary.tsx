import { ErrorSummary } from '../ui/error-summary.tsx'
import { faultsInFormOrder } from './fault-order.ts'
import { useFormPart } from './form-store-context.tsx'

/** After a failed attempt: what is still to fix, shorter with each thing that is. */
export function FaultSummary({ attempt }: { readonly attempt: number }) {
  const state = useFormPart((found) => (found.isSubmitted ? found : undefined))
  return <ErrorSummary items={faultsInFormOrder(state)} attempt={attempt} />
}
