import { useController } from 'react-hook-form'
import type { FormValues } from '#shared/payout/form-values.ts'
import type { CheckQuestion } from '#shared/validation/check-questions.ts'
import { TextField } from '../ui/text-field.tsx'
import { TickField } from '../ui/tick-field.tsx'

/** A question that the payout does not have: it stands with the bank check and never reaches the request. */
export function CheckQuestionField({ question }: { readonly question: CheckQuestion }) {
  const { name, label, hint, control } = question
  const { field } = useController<FormValues, CheckQuestion['name']>({ name })
  if (control === 'wallet-tick')
    return (
      <TickField
        name={name}
        label={label}
        description={hint}
        value={field.value === 'wallet'}
        onChange={(isWallet) => field.onChange(isWallet ? 'wallet' : '')}
      />
    )
  return (
    <TextField
      name={name}
      label={label}
      hint={hint}
      optional="only for the bank check"
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      mono
    />
  )
}
