import type { MessageId } from '#shared/language/message.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { countryName } from '#shared/rule-book/country.ts'
import { needsTerms } from '#shared/rule-book/currencies.ts'
import { readAmountField } from './amount.ts'
import { fieldLabel, fieldLabelIn, onlyName } from './field-label.ts'
import { type FieldContext, type FieldReading, faulty, invalidField, sentField, unsentField } from './field-reading.ts'
import type { FieldRule, FieldUse } from './field-uses.ts'
import { readPixKeyField } from './pix-key.ts'
import { readBank, readCode, upperCode } from './read-code.ts'
import { readNumber } from './read-number.ts'
import { readAsTyped, readEmail, readNameField, readTextField, readUrl } from './read-text.ts'
import { isBlank, isEmpty, isTooLong, tooLong, wrongType } from './typed-value.ts'

/** Reads a field by what its country and method do with it: ask for it, send a hyphen, leave it out, or not know it. */
export function readUse(field: string, raw: unknown, use: FieldUse, context: FieldContext): FieldReading {
  if (isTooLong(raw)) return faulty(tooLong(field, fieldLabel(field)))
  if (use.use === 'none') return isBlank(raw) ? unsentField() : notApplicable(field, context.country)
  if (use.use === 'hyphen')
    return isBlank(raw) ? hyphen(field, raw, use.why) : notApplicable(field, context.country, use.why)
  if (use.use === 'left-out') return leaveOut(field, raw, use.why, context.country)
  const isMissing = use.rule.kind === 'text' || use.rule.kind === 'as-typed' ? isEmpty(raw) : isBlank(raw)
  if (field === 'TermsApproved') return terms(field, isMissing ? undefined : raw, use.rule, context)
  if (!isMissing) return readField(field, raw, use.rule, context)
  if (field === 'currencyCode' && context.country !== undefined) return ownCurrency(field, raw, context.country)
  return use.required && !mayBeMissing(field, context) ? missing(field, use.rule, context) : unsentField()
}

function hyphen(field: string, raw: unknown, why: MessageId): FieldReading {
  const from = typeof raw === 'string' ? raw : ''
  return sentField(field, '-', from === '-' ? [] : [{ code: 'hyphen_sent', message: why, from, to: '-' }])
}

function leaveOut(field: string, raw: unknown, why: MessageId, country: Country | undefined): FieldReading {
  if (isBlank(raw)) return unsentField()
  if (typeof raw === 'string') return unsentField([{ field, from: raw, to: null, code: 'left_out', message: why }])
  return notApplicable(field, country, why)
}

function notApplicable(field: string, country: Country | undefined, why?: MessageId): FieldReading {
  const reason = { ...(country && { country: countryName(country) }), ...(why && { why: { id: why } }) }
  return invalidField(field, 'not_applicable', { label: fieldLabel(field), ...reason })
}

function missing(field: string, rule: FieldRule, { country, given }: FieldContext): FieldReading {
  const label = country === undefined ? fieldLabel(field, rule, given) : fieldLabelIn(country, field, rule, given)
  const hasOtherWay = field === 'recipientPixKey' && country !== undefined && country.methods.length > 1
  const act = rule.kind === 'code' || rule.kind === 'bank' ? 'choose' : 'enter'
  return invalidField(field, 'missing', { label, act, ...(hasOtherWay && { instead: 'bank' as const }) })
}

/** Before the country is known, a type of beneficiary may be one that has a single name. */
function mayBeMissing(field: string, { country, given }: FieldContext): boolean {
  if (field !== 'beneficiaryLastName') return false
  return country === undefined ? given.beneficiaryType !== undefined : onlyName(country, given) !== undefined
}

function ownCurrency(field: string, raw: unknown, { currency }: Country): FieldReading {
  const from = typeof raw === 'string' ? raw : ''
  return sentField(field, currency, [
    { code: 'currency_filled', message: 'change.currency_filled', from, to: currency },
  ])
}

/** Interface, "USD payouts in every country": TermsApproved true. */
function terms(field: string, raw: unknown, rule: FieldRule, context: FieldContext): FieldReading {
  const reading = raw === undefined ? unsentField() : readField(field, raw, rule, context)
  if (!needsTerms(context.given.currencyCode) || reading.errors.length > 0 || reading.value === true) return reading
  return invalidField(field, 'terms_required', {})
}

/** Reads one value that is not blank under the rule of its field. */
function readField(field: string, raw: unknown, rule: FieldRule, context: FieldContext): FieldReading {
  if (rule.kind === 'amount') return readAmountField(field, raw, context)
  if (rule.kind === 'flag')
    return typeof raw === 'boolean' ? sentField(field, raw) : faulty(wrongType(field, fieldLabel(field), 'flag', raw))
  if (typeof raw !== 'string') return faulty(wrongType(field, fieldLabel(field), 'text', raw))
  if (/\p{Cs}/u.test(raw)) return invalidField(field, 'broken_text', { label: fieldLabel(field) })
  return readTyped(field, raw, rule, context)
}

function readTyped(
  field: string,
  typed: string,
  rule: Exclude<FieldRule, { kind: 'amount' | 'flag' }>,
  context: FieldContext,
): FieldReading {
  const { country } = context
  switch (rule.kind) {
    case 'country': {
      const { value, notes } = upperCode(typed)
      return sentField(field, country?.code ?? value, notes)
    }
    case 'code':
      return readCode(field, typed, rule)
    case 'bank':
      return readBank(field, typed, rule.bank)
    case 'number':
      return readNumber(field, typed, rule.numbers, context)
    case 'pix-key':
      return readPixKeyField(field, typed)
    case 'name':
      return readNameField(field, typed, context)
    case 'email':
      return readEmail(field, typed)
    case 'url':
      return readUrl(field, typed)
    case 'text':
      return readTextField(field, typed)
    case 'as-typed':
      return readAsTyped(field, typed)
  }
}
