import { memo } from 'react'
import { useController } from 'react-hook-form'
import type { Entry } from '#shared/payout/entry.ts'
import type { FormField } from '#shared/payout/form-fields.ts'
import { useLanguage } from '../language/language.ts'
import { say } from '../language/rule-words.ts'
import { RuleLink } from '../rules/rule-link.tsx'
import { ChoiceField } from '../ui/choice-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { BankField } from './bank-field.tsx'
import { fieldHint } from './field-hint.ts'
import { useFieldMessages } from './field-messages.ts'
import { FieldWays } from './field-ways.tsx'
import { useFormPart, useFormStore } from './form-store-context.tsx'
import { useFillIn } from './use-fill-in.ts'

/** One field that the rule book asks for, drawn as what it is. */
export const EntryField = memo(function EntryField({ field }: { readonly field: FormField }) {
  useLanguage()
  const { field: input } = useController<Entry>({ name: field.name })
  const store = useFormStore()
  const fillIn = useFillIn()
  const { error, warning, note } = useFieldMessages(field.name)
  const country = useFormPart((state) => state.country.code)
  const label = say(field.label)
  const hint = fieldHint(field)
  const texts = {
    name: field.name,
    label,
    hint,
    optional: !field.required,
    error,
    warning,
    note,
    ways: <FieldWays field={field.name} />,
    explanation: error && country && <RuleLink country={country} field={field.name} label={label} />,
  }
  const value = typeof input.value === 'string' ? input.value : ''
  const isAccount = field.name === 'accountNumber'

  function change(next: string) {
    input.onChange(next)
    // Several characters at once are a paste: what follows from it can be filled in at once.
    if (isAccount && next.length - value.length > 4) fillIn()
  }

  function leave() {
    input.onBlur()
    if (isAccount) fillIn()
    store.leave(field.name)
  }

  const control = { ...texts, value, onChange: change, onBlur: leave, inputRef: input.ref }
  if (field.control === 'flag')
    return (
      <TickField
        {...texts}
        optional={false}
        required
        description={hint}
        value={input.value === true}
        onChange={input.onChange}
        onBlur={leave}
        inputRef={input.ref}
      />
    )
  if (field.bank !== undefined) return <BankField {...control} rule={field.bank} />
  if (field.control === 'choice') return <ChoiceField {...control} choices={choicesOf(field)} />
  return <TextField {...control} {...looks(field)} />
})

function choicesOf({ choices }: FormField) {
  return choices.map(({ code, label }) => ({ value: code, label: say(label) }))
}

/** Which keyboard, capitals and type suit the field. */
function looks({ name, keyboard }: FormField) {
  const isName = name === 'beneficiaryFirstName' || name === 'beneficiaryLastName' || name === 'city'
  const isNumber = name === 'documentNumber' || name === 'accountNumber' || name === 'accountAgencyNumber'
  return {
    inputMode: keyboard,
    capitals: isName ? ('words' as const) : ('none' as const),
    mono: isNumber || name === 'recipientPixKey',
  }
}
