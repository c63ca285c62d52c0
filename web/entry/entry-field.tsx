import { memo, useRef } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import type { ReceivedIssue } from '#shared/api/issue.ts'
import { isCountryCode, methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { decimalTextOf } from '#shared/payout/amount.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { type FilledIn, filledIn } from '#shared/payout/filled-in.ts'
import type { FormField } from '#shared/payout/form-fields.ts'
import { meaningOf } from '#shared/payout/value-meaning.ts'
import { changeText, issueText } from '../language/issue-text.ts'
import { useLanguage } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { RuleLink } from '../rule-links/rule-link.tsx'
import { ChoiceField } from '../ui/choice-field.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { deferRenderUntilClick } from '../ui/press.ts'
import { TextField } from '../ui/text-field.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { BankField } from './bank-field.tsx'
import { shownError } from './entry-errors.tsx'
import { meaningText } from './entry-words.ts'
import { fieldHint } from './field-hint.ts'
import { FieldWays } from './field-ways.tsx'
import { amountWords } from './payout-words.tsx'
import { type FormReading, useReading } from './reading.ts'
import { useWarnings } from './warnings-context.tsx'

/** One field that the rule book asks for, as the control that suits it. */
export const EntryField = memo(function EntryField({ field }: { readonly field: FormField }) {
  useLanguage()
  const { name } = field
  const { field: input, fieldState, formState } = useController<Entry>({ name })
  const fillIn = useFillIn()
  const warnings = useWarnings().all.filter((warning) => warning.field === name)
  const note = useReading((reading) => noteOn(reading, name))
  const { getValues } = useFormContext<Entry>()
  const error = shownError(fieldState.error, formState.isSubmitted)
  const label = t(field.label)
  const hint = fieldHint(field)
  const texts = {
    name,
    label,
    hint,
    optional: !field.required,
    error,
    warning: sentences(warnings.map(issueText)),
    note,
    ways: <FieldWays field={name} hasError={error !== undefined} />,
    explanation: error && <RuleLink country={getValues('country')} field={name} label={label} />,
  }
  const value = typeof input.value === 'string' ? input.value : ''
  const isFollowed = name === 'accountNumber' || name === 'documentNumber'

  function change(next: string) {
    input.onChange(next)
    // Several characters at once are a paste: what follows from it can be filled in at once.
    if (isFollowed && next.length - value.length > 4) fillIn()
  }

  function leave() {
    if (isFollowed) fillIn()
    // An error that comes would move what is being pressed.
    deferRenderUntilClick(() => void input.onBlur())
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
  if (field.bank !== undefined) return <BankField {...control} country={getValues('country')} rule={field.bank} />
  if (field.control === 'choice') return <ChoiceField {...control} choices={choicesOf(field)} />
  return <TextField {...control} {...looks(field)} />
})

function choicesOf({ choices }: FormField) {
  return choices.map(({ code, label }) => ({ value: code, label: label === undefined ? code : t(label) }))
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

/** Fills in what follows from a number, once it was pasted or left: the type of a document or an account, the bank. */
function useFillIn(): () => void {
  const { getValues, setValue } = useFormContext<Entry>()
  const announce = useAnnounce()
  // So that it can follow when its ground changes.
  const before = useRef<FilledIn>({})
  return () => {
    const entry = getValues()
    if (!isCountryCode(entry.country)) return
    const country = ruleBook[entry.country]
    const filled = filledIn(country, entry, before.current)
    const told: string[] = []
    for (const name of ['documentType', 'payoutAccountTypeCode'] as const) {
      const code = filled[name]
      if (code === undefined) continue
      setValue(name, code, { shouldDirty: true })
      const meaning = meaningOf(country, methodIn(country, entry.method), name, code)
      if (meaning !== undefined) told.push(t('payouts.field.byNumberNow', { value: meaningText(meaning) }))
    }
    if (filled.bankName !== undefined) {
      setValue('bankName', filled.bankName)
      told.push(t(filled.bankName === '' ? 'payouts.bank.open' : 'payouts.bank.filledIn'))
    }
    before.current = { ...before.current, ...filled }
    if (told.length > 0) announce(told.join(' '))
  }
}

/** How what was typed will be sent, where that differs, and what there is to know about it. */
function noteOn(reading: FormReading, name: string): string | undefined {
  if (name === 'amount') return readBack(reading)
  if (name === 'documentType' || name === 'payoutAccountTypeCode') return byNumber(reading, name)
  const { changes, notices } = reading
  const typed = changes.filter(({ field, from }) => field === name && from !== '')
  const last = typed.at(-1)
  // Why it is sent otherwise stands in the request beside the form; here it would be said twice.
  const change = last && (last.to === null ? changeText(last) : t('payouts.field.sentAs', { value: last.to }))
  const told = notices.filter((notice) => notice.field === name && isOfField(notice)).map(issueText)
  return sentences(change === undefined ? told : [...told, change])
}

/** That a type is the one that its number tells, whether a person or the form chose it: it may still be wrong. */
function byNumber({ country, entry }: FormReading, name: 'documentType' | 'payoutAccountTypeCode'): string | undefined {
  if (entry[name] === '' || filledIn(country, { ...entry, [name]: '' })[name] !== entry[name]) return undefined
  return t('payouts.field.byNumber')
}

/** The amount as it is understood: a point that was read as the wrong sign is seen at once. */
function readBack({ request, given, errors }: FormReading): string | undefined {
  const { amount } = request
  if (typeof amount !== 'number' || errors.some(({ field }) => field === 'amount')) return undefined
  return amountWords(decimalTextOf(amount), given.currencyCode ?? '')
}

/** US dollars are explained once, beside the request. */
function isOfField({ code }: ReceivedIssue): boolean {
  return code !== 'usd_settlement'
}

function sentences(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.map((text) => (/[.?!]$/.test(text) ? text : `${text}.`)).join(' ')
}
