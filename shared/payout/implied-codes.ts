import { methodIn } from '#shared/countries/rule-book.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { hasShape } from '#shared/rule-book/shape.ts'
import type { Entry } from './entry.ts'
import { fieldUses, matchingNumbers } from './field-uses.ts'
import { givenOf } from './form-entry.ts'
import { cleanNumber } from './read-number.ts'
import { isTooLong } from './typed-value.ts'

export type ImpliedCodes = Partial<Pick<Entry, 'bankName' | 'documentType' | 'payoutAccountTypeCode'>>

/** What was filled in before, and the account number that it was for. */
export interface ImpliedBefore extends ImpliedCodes {
  readonly accountNumber?: string
}

/**
 * Fields that follow from a number: the type of a document, and of an account the type and the bank that it names. Only empty ones, and
 * those that still hold what was filled in `before`: these follow the number. A bank is emptied where the number names none any more; a
 * type stays until another is certain, as a number is also incomplete on its way: but not that of an account whose number is another one.
 */
export function impliedCodes(country: Country, values: Entry, before: ImpliedBefore = {}): ImpliedCodes {
  const own = (field: keyof ImpliedCodes) =>
    before[field] !== undefined && before[field] === values[field] ? '' : values[field]
  const open = {
    bankName: own('bankName'),
    documentType: own('documentType'),
    payoutAccountTypeCode: own('payoutAccountTypeCode'),
  }
  const asked = { ...values, ...open }
  const found = { ...documentFilling(country, asked), ...accountFillings(country, asked) }
  const changed = Object.entries(found).filter(([field, value]) => Reflect.get(values, field) !== value)
  const lostBank = open.bankName !== values.bankName && found.bankName === undefined
  const isTypeKnown =
    open.payoutAccountTypeCode === values.payoutAccountTypeCode || found.payoutAccountTypeCode !== undefined
  const lostType = !isTypeKnown && isOtherNumber(values, before)
  const lost = { ...(lostBank && { bankName: '' }), ...(lostType && { payoutAccountTypeCode: '' }) }
  return { ...lost, ...Object.fromEntries(changed) }
}

/** Whether it begins otherwise than the number before, of which it is then no correction. */
function isOtherNumber({ accountNumber }: Entry, before: ImpliedBefore): boolean {
  const start = before.accountNumber?.slice(0, sameStart)
  return start !== undefined && accountNumber !== '' && !accountNumber.startsWith(start)
}

const sameStart = 4

/** The only kind of document that such a number can be of. */
function documentFilling(country: Country, { documentType, documentNumber }: Entry): ImpliedCodes {
  if (documentType !== '' || documentNumber === '' || isTooLong(documentNumber)) return {}
  const certain = country.documents.filter((document) => document.isOnly?.(cleanNumber(documentNumber, document).value))
  const [only, ...others] = certain
  return only === undefined || others.length > 0 ? {} : { documentType: only.code }
}

function accountFillings(country: Country, values: Entry): ImpliedCodes {
  const uses = fieldUses(country, methodIn(country, values.method))
  const { accountNumber, bankName, payoutAccountTypeCode } = uses
  if (accountNumber.use !== 'asked' || accountNumber.rule.kind !== 'number' || values.accountNumber === '') return {}
  if (isTooLong(values.accountNumber)) return {}
  const candidates = matchingNumbers(accountNumber.rule.numbers, givenOf(country, values))
  const fitting = candidates.filter((rule) => hasShape(rule.shape, cleanNumber(values.accountNumber, rule).value))
  const [only, ...others] = fitting
  if (only === undefined || others.length > 0) return {}
  const bank = only.bankOf?.(cleanNumber(values.accountNumber, only).value)
  const types = only.when?.payoutAccountTypeCode ?? []
  const isTypeOpen = payoutAccountTypeCode.use === 'asked' && values.payoutAccountTypeCode === ''
  return {
    ...(bank?.code !== undefined && bankName.use === 'asked' && values.bankName === '' && { bankName: bank.code }),
    ...(isTypeOpen && types[0] !== undefined && types.length === 1 && { payoutAccountTypeCode: types[0] }),
  }
}
