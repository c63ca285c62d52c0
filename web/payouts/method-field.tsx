import { useController } from 'react-hook-form'
import type { Entry } from '#shared/payout/entry.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { say } from '../language/rule-words.ts'
import { t } from '../language/translate.ts'
import { ChoiceField } from '../ui/choice-field.tsx'

/** How the money goes, where a country has several ways. */
export function MethodField({ country }: { readonly country: Country }) {
  const { field } = useController<Entry, 'method'>({ name: 'method' })
  if (country.methods.length === 1) return null
  return (
    <ChoiceField
      name="method"
      label={t('payouts.where.method')}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      choices={country.methods.map(({ id, label, summary }) => ({
        value: id,
        label: say(label),
        detail: say(summary),
      }))}
    />
  )
}
