import type { Entry } from '#shared/payout/entry.ts'
import type { FormField } from '#shared/payout/form-fields.ts'
import type { Remedy } from '#shared/payout/remedies.ts'
import type { BankRule } from '#shared/rule-book/country.ts'
import { BankCombobox, type BankControl } from '../entry/bank-combobox.tsx'
import { fieldHint } from '../entry/field-hint.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceField, SelectField } from '../ui/choice-field.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { deferRenderUntilClick } from '../ui/press.ts'
import { TextField } from '../ui/text-field.tsx'
import { useBanks } from './banks.ts'
import { issueWords } from './issue-words.ts'
import type { DetailsReading } from './reading.ts'
import type { DetailsForm } from './use-details-form.ts'

interface DetailsFieldProps {
  readonly field: FormField
  readonly isShort: boolean
  readonly form: DetailsForm
  readonly reading: DetailsReading
}

/** One field of the rule book, with the control that suits it. */
export function DetailsField({ field, isShort, form, reading }: DetailsFieldProps) {
  const { name, choices } = field
  const error = form.errorOf(name)
  const remedies = reading.remedies.filter(
    ({ about, isOfError }) => about === name && (error !== undefined || !isOfError),
  )
  const texts = (issues: DetailsReading['warnings']) =>
    issues
      .filter((issue) => issue.field === name)
      .map(issueWords)
      .join(' ')
  const value = reading.entry[name]
  const control = {
    ...{ name, isShort, error },
    label: t(field.label),
    optional: !field.required,
    hint: name === 'phone' ? t('payee.phone.hint') : fieldHint(field),
    warning: texts(reading.warnings) || undefined,
    note: texts(reading.notices),
    ways: remedies.length > 0 && <Remedies field={name} remedies={remedies} onTake={form.change} />,
    value: typeof value === 'string' ? value : '',
    onChange: (typed: string) => form.change({ [name]: typed }),
    // A new error would move the button that is being pressed.
    onBlur: () => deferRenderUntilClick(() => form.leave(name)),
  }
  if (field.bank !== undefined) return <BankChoice {...control} country={reading.country.code} rule={field.bank} />
  if (field.control === 'choice') {
    // A select beside its number takes one line of the form.
    const isType = name === 'documentType' || name === 'payoutAccountTypeCode'
    const options = choices.map(({ code, label }) => ({ value: code, label: label === undefined ? code : t(label) }))
    return isType ? <SelectField {...control} options={options} /> : <ChoiceField {...control} choices={options} />
  }
  return (
    <TextField
      {...control}
      inputMode={field.keyboard}
      capitals={name === 'beneficiaryFirstName' || name === 'beneficiaryLastName' || name === 'city' ? 'words' : 'none'}
      mono={numbers.includes(name)}
      autoComplete={ownData[name] ?? 'off'}
    />
  )
}

const numbers: readonly string[] = ['documentNumber', 'accountNumber', 'accountAgencyNumber', 'recipientPixKey']

/** The payee types about themselves, which a browser may help with. */
const ownData: Readonly<Record<string, string>> = {
  beneficiaryFirstName: 'given-name',
  beneficiaryLastName: 'family-name',
  email: 'email',
  city: 'address-level2',
  phone: 'tel',
}

function BankChoice({
  country,
  rule,
  ...control
}: BankControl & { readonly country: string; readonly rule: BankRule }) {
  return <BankCombobox {...control} banks={useBanks(country, rule)} />
}

interface OfferedRemediesProps {
  readonly field: string
  readonly remedies: readonly Remedy[]
  readonly onTake: (values: Partial<Entry>) => void
}

/** Offers the values that would settle what is wrong. */
function Remedies({ field, remedies, onTake }: OfferedRemediesProps) {
  const announce = useAnnounce()
  return remedies.map((remedy) => {
    const { field: about, value, kind, shown } = remedy
    const words = typeof shown === 'string' ? shown : t(shown)
    return (
      <Button
        key={`${about} ${value}`}
        kind="link"
        small
        onClick={() => {
          onTake({ [about]: value })
          goToField(field)
          announce(t(`remedy.${kind}.done`, { value: words }))
        }}
      >
        {t(`remedy.${kind}`, { value: words })}
      </Button>
    )
  })
}
