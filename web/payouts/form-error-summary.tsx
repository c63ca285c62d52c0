import { ErrorSummary } from '../ui/error-summary.tsx'
import { useFormPart } from './form-store-context.tsx'

/** After a failed attempt: what is still to fix, shorter with each thing that is. */
export function FormErrorSummary({ attempt }: { readonly attempt: number }) {
  const state = useFormPart((found) => (found.isSubmitted ? found : undefined))
  return <ErrorSummary items={state?.rules.errors(state) ?? []} attempt={attempt} />
}
