import { useController } from 'react-hook-form'
import type { Entry } from '#shared/payout/entry.ts'
import type { FormQuestion } from '#shared/validation/form-validations.ts'
import { say } from '../language/rule-words.ts'
import { t } from '../language/translate.ts'
import { TextField } from '../ui/text-field.tsx'
import { TickField } from '../ui/tick-field.tsx'

/** A question that the payout does not have: it stands with the bank check and never reaches the request. */
export function ValidationQuestionField({ question }: { readonly question: FormQuestion }) {
  const { name } = question
  const [label, hint] = [say(question.label), say(question.hint)]
  const { field } = useController<Entry, FormQuestion['name']>({ name })
  if (question.control === 'flag')
    return (
      <TickField
        name={name}
        label={label}
        description={hint}
        value={field.value === question.kind}
        onChange={(isTicked) => field.onChange(isTicked ? question.kind : '')}
      />
    )
  return (
    <TextField
      name={name}
      label={label}
      hint={hint}
      optional={t('validations.question.onlyForBank')}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      mono
    />
  )
}
