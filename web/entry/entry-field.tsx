import { memo, useRef } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import type { ReceivedIssue } from '#shared/api/issue.ts'
import { gradeOf } from '#shared/api/warning.ts'
import { isCountryCode, methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { decimalTextOf } from '#shared/payout/amount.ts'
import type { Entry } from '#shared/payout/entry.ts'
import type { FormField } from '#shared/payout/form-fields.ts'
import { type ImpliedBefore, impliedCodes } from '#shared/payout/implied-codes.ts'
import { describeValue } from '#shared/payout/value-meaning.ts'
import { alike, changeText, issueText } from '../language/issue-text.ts'
import { useLanguage } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { RuleLink } from '../rule-links/rule-link.tsx'
import { ChoiceField, SelectField } from '../ui/choice-field.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { deferRenderUntilClick } from '../ui/press.ts'
import { TextField } from '../ui/text-field.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { gradeTones } from '../validations/grade-tones.ts'
import { BankField } from './bank-field.tsx'
import { shownError } from './entry-errors.tsx'
import { meaningText } from './entry-words.ts'
import { fieldHint } from './field-hint.ts'
import { useFieldWays } from './field-ways.tsx'
import { amountWords } from './payout-words.tsx'
import { type FormReading, useReading } from './reading.ts'
import { useWarnings } from './warnings-context.tsx'

interface EntryFieldProps {
  readonly field: FormField
  /** Leaves room for another one on its line. */
  readonly isShort: boolean
}

/** One field of the rule book, with the control that suits it. */
export const EntryField = memo(function EntryField({ field, isShort }: EntryFieldProps) {
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
  const ways = useFieldWays(name, error !== undefined, input.value)
  const texts = {
    name,
    label,
    isShort,
    hint,
    optional: !field.required,
    error,
    warning: sentences(alike(warnings).map(([one]) => issueText(one))),
    // The gravest comes first.
    warningTone: warnings[0] && gradeTones[gradeOf(warnings[0])],
    note,
    ways,
    explanation: error && <RuleLink country={getValues('country')} field={name} label={label} />,
  }
  const value = typeof input.value === 'string' ? input.value : ''
  const isFollowed = isNumber(name)

  function change(next: string) {
    input.onChange(next)
    // Several characters at once are a paste, from which other fields can be filled in at once.
    if (isFollowed && next.length - value.length > 4) fillIn()
  }

  function leave() {
    if (isFollowed) fillIn()
    // A new error would move the button that is being pressed.
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
  // A select beside its number takes one line of the form and fewer keys than radio buttons.
  if (isType(name))
    return field.control === 'choice' ? (
      <SelectField {...control} options={choicesOf(field)} />
    ) : (
      <TextField {...control} />
    )
  if (field.control === 'choice') return <ChoiceField {...control} choices={choicesOf(field)} />
  return <TextField {...control} {...looks(field)} narrow={!isShort && isNumber(name)} />
})

function choicesOf({ choices }: FormField) {
  return choices.map(({ code, label }) => ({ value: code, label: label === undefined ? code : t(label) }))
}

type TypeName = 'documentType' | 'payoutAccountTypeCode'

function isType(name: string): name is TypeName {
  return name === 'documentType' || name === 'payoutAccountTypeCode'
}

/** A number whose paste fills in other fields. */
function isNumber(name: string): boolean {
  return name === 'documentNumber' || name === 'accountNumber'
}

/** The keyboard, capitalisation and input type of the field. */
function looks({ name, keyboard }: FormField) {
  const isName = name === 'beneficiaryFirstName' || name === 'beneficiaryLastName' || name === 'city'
  return {
    inputMode: keyboard,
    capitals: isName ? ('words' as const) : ('none' as const),
    mono: isNumber(name) || name === 'accountAgencyNumber' || name === 'recipientPixKey',
  }
}

/** Fills in what follows from a number once it was pasted or left: the type of a document or an account, the bank. */
function useFillIn(): () => void {
  const { getValues, setValue, clearErrors } = useFormContext<Entry>()
  const announce = useAnnounce()
  // Recorded, so that it can change with the number that it follows from.
  const before = useRef<ImpliedBefore>({})
  return () => {
    const entry = getValues()
    if (!isCountryCode(entry.country)) return
    const country = ruleBook[entry.country]
    const filled = impliedCodes(country, entry, before.current)
    const notes: string[] = []
    for (const name of ['documentType', 'payoutAccountTypeCode'] as const) {
      const code = filled[name]
      if (code === undefined) continue
      setValue(name, code, { shouldDirty: true })
      clearErrors(name)
      const meaning = describeValue(country, methodIn(country, entry.method), name, code)
      if (meaning !== undefined) notes.push(t('payouts.field.byNumberNow', { value: meaningText(meaning) }))
    }
    if (filled.bankName !== undefined) {
      setValue('bankName', filled.bankName)
      if (filled.bankName !== '') clearErrors('bankName')
      notes.push(t(filled.bankName === '' ? 'payouts.bank.open' : 'payouts.bank.filledIn'))
    }
    const { accountNumber } = filled.payoutAccountTypeCode === undefined ? before.current : entry
    before.current = { ...before.current, ...filled, ...(accountNumber !== undefined && { accountNumber }) }
    if (notes.length > 0) announce(notes.join(' '))
  }
}

/** How the typed value will be sent, where that differs, and notices about it. */
function noteOn(reading: FormReading, name: string): string | undefined {
  if (name === 'amount') return readBack(reading)
  const end = reading.kept[name]
  if (end !== undefined) return t('payouts.kept.stays', { end })
  if (isType(name)) return byNumber(reading, name)
  const { changes, notices } = reading
  const typed = changes.filter(({ field, from }) => field === name && from !== '')
  const last = typed.at(-1)
  // The request next to the form explains why the value changes; here that would be a repetition.
  const change = last && (last.to === null ? changeText(last) : t('payouts.field.sentAs', { value: last.to }))
  const noticeTexts = notices.filter((notice) => notice.field === name && isOfField(notice)).map(issueText)
  return sentences(change === undefined ? noticeTexts : [...noticeTexts, change])
}

/** A note that the type was derived from its number, whether a person or the form chose it: it may still be wrong. */
function byNumber({ country, entry }: FormReading, name: TypeName): string | undefined {
  if (entry[name] === '' || impliedCodes(country, { ...entry, [name]: '' })[name] !== entry[name]) return undefined
  return t('payouts.field.byNumber')
}

/** The amount as it is understood, so that a misread decimal separator is seen at once. */
function readBack({ request, given, errors }: FormReading): string | undefined {
  const { amount } = request
  if (typeof amount !== 'number' || errors.some(({ field }) => field === 'amount')) return undefined
  return amountWords(decimalTextOf(amount), given.currencyCode ?? '')
}

/** US dollars are explained once, next to the request. */
function isOfField({ code }: ReceivedIssue): boolean {
  return code !== 'usd_settlement'
}

function sentences(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.map((text) => (/[.?!]$/.test(text) ? text : `${text}.`)).join(' ')
}
