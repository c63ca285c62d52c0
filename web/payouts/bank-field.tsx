import type { BankRule } from '#shared/rule-book/country.ts'
import { t } from '../language/translate.ts'
import { ComboField } from '../ui/combo-field.tsx'
import type { FieldTexts } from '../ui/field.tsx'
import { useBankOptions } from './use-bank-options.ts'

export interface BankFieldProps extends FieldTexts {
  readonly rule: BankRule
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly inputRef: (element: HTMLInputElement | null) => void
}

/** The bank, found by its name, a former name or its code. */
export function BankField({ rule, ...field }: BankFieldProps) {
  const { options, search } = useBankOptions(rule)
  return (
    <ComboField
      {...field}
      options={options}
      search={search}
      placeholder={t('payouts.bank.placeholder')}
      emptyText={t('payouts.bank.nothing')}
    />
  )
}
