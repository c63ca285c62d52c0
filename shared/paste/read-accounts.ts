import { asMessage } from '#shared/language/message.ts'
import { matchingNumbers } from '#shared/payout/field-uses.ts'
import { kindOfPayoutType, payoutTypeOf } from '#shared/rule-book/account-type-codes.ts'
import type {
  AccountKind,
  ConditionalNumber,
  Country,
  FieldValues,
  MethodId,
  RecognisedBank,
} from '#shared/rule-book/country.ts'
import { digits } from '#shared/rule-book/shape.ts'
import { type FoundNumber, firstNumber } from './find-numbers.ts'
import type { FieldCandidate } from './found.ts'
import type { Span } from './pasted-text.ts'
import { type CountryMessage, type FoundValues, givenAt, type MeaningfulLabel, surenessOf } from './reading.ts'
import type { UncertaintyReason } from './reason.ts'

/** Account numbers, agencies and kinds of account that labels announce. */
export function readAccounts(reading: CountryMessage): readonly FoundValues[] {
  return reading.labels.flatMap((label) => {
    switch (label.meaning.is) {
      case 'account':
        return [accountKind(reading, label), ...readAccount(reading, label, label.value)]
      case 'agency':
        return readAgency(reading, label, 'afterAgency')
      case 'agency-and-account':
        return readAgency(reading, label, undefined)
      default:
        return []
    }
  })
}

/** "BCP soles 191-23456789-0-45 ahorros": where no label leads to an account, the number behind the bank may be one. */
export function readAccountAfterBank(reading: CountryMessage): readonly FoundValues[] {
  const { banks, country, labels, rest } = reading
  return banks.flatMap(({ end }) => {
    const next = labels.find(({ start }) => start >= end)
    const line = rest.indexOf('\n', end)
    const ends = [line < 0 ? rest.length : line, next?.start ?? rest.length, end + mostAfterBank]
    const stretch = { start: end, end: Math.min(...ends) }
    const given = { ...givenAt(reading, stretch.end), ...typeGiven(reading) }
    const [found] = firstNumber(rest, stretch, matchingNumbers(accountRules(country), given), given)
    if (found === undefined || (found.reason !== undefined && !found.isProven)) return []
    return [{ candidates: accountCandidates(reading, found, 'afterBank'), taken: [found.span] }]
  })
}

/** The number is close to the bank, so a message full of banks is read in time. */
const mostAfterBank = 60

function typeGiven({ country, labels }: CountryMessage): FieldValues {
  const kinds = labels.flatMap(({ meaning }) => (meaning.is === 'account' && meaning.kind ? [meaning.kind] : []))
  const type = new Set(kinds).size === 1 && kinds[0] !== undefined ? payoutTypeOf(country, kinds[0]) : undefined
  return type === undefined ? {} : { payoutAccountTypeCode: type }
}

/** The account number rules of a country; a wallet's are those of phones, so they count only where one is named. */
export function accountRules(country: Country, method?: MethodId): readonly ConditionalNumber[] {
  const methods = country.methods.filter(({ id }) => (method === undefined ? id !== 'wallet' : id === method))
  const rules = methods.flatMap(({ fields: { accountNumber } }) =>
    accountNumber?.use === 'asked' ? accountNumber.rule : [],
  )
  if (country.undocumented?.includes('accountNumber') && method === undefined) return [anyAccount]
  const distinct = rules.filter(
    (rule, place) => rules.findIndex(({ label, shape }) => label === rule.label && shape === rule.shape) === place,
  )
  // What holds for one bank comes before what holds for any other: Peru's own numbers before the CCI.
  return distinct.toSorted((a, b) => Number(a.when === undefined) - Number(b.when === undefined))
}

/** Where the interface documents no format: as many digits as follow the label. */
const anyAccount: ConditionalNumber = { label: 'field.accountNumber', shape: digits(), example: '1234567890' }

/** The number, and what follows from it: its bank, its kind of account. */
export function accountCandidates(
  { country, message }: CountryMessage,
  { value, rule, span, reason, isProven }: FoundNumber<ConditionalNumber>,
  unsure: UncertaintyReason | undefined,
): readonly FieldCandidate[] {
  const words = message.wordsAt(span)
  const sure = surenessOf(reason ?? unsure)
  const bank = rule.bankOf?.(value)
  const [type, ...others] = rule.when?.payoutAccountTypeCode ?? []
  const kind = type === undefined || others.length > 0 ? [] : typeCandidates(country, type, words, sure)
  return [
    { field: 'accountNumber', value, words, isProven, meaning: asMessage(rule.label), ...sure },
    ...kind,
    ...bankCandidate(bank, words, sure),
  ]
}

function readAccount(
  reading: CountryMessage,
  label: MeaningfulLabel,
  stretch: Span,
  unsure?: UncertaintyReason,
): readonly FoundValues[] {
  const { country, rest, labels } = reading
  const { kind, number, method } = label.meaning.is === 'account' ? label.meaning : {}
  const named = kind ?? onlyKind(labels, label)
  const type = named && payoutTypeOf(country, named)
  const given = { ...givenAt(reading, stretch.end), ...(type !== undefined && { payoutAccountTypeCode: type }) }
  const rules = accountRules(country, method)
  const meant =
    number === undefined ? matchingNumbers(rules, given) : rules.filter(({ label: name }) => name === number)
  const found = firstNumber(rest, stretch, meant, given)
  const [first] = found
  if (first === undefined) return []
  const isOneRule = found.every(({ value }) => value === first.value)
  const finding = { ...first, rule: found.length === 1 ? first.rule : withoutConditions(first.rule) }
  const candidates = accountCandidates(reading, finding, unsure ?? (isOneRule ? undefined : 'severalReadings'))
  return [{ candidates, taken: [label, first.span] }]
}

/** Several rules fit, so nothing follows from any of them. */
function withoutConditions({ when: _, ...rule }: ConditionalNumber): ConditionalNumber {
  return rule
}

/** The kind of account that the message names elsewhere, if it names one alone. */
function onlyKind(labels: readonly MeaningfulLabel[], own: MeaningfulLabel): AccountKind | undefined {
  if (own.meaning.is !== 'account' || own.meaning.number !== undefined) return undefined
  const kinds = labels.flatMap(({ meaning }) => (meaning.is === 'account' && meaning.kind ? [meaning.kind] : []))
  return new Set(kinds).size === 1 ? kinds[0] : undefined
}

/** "Cuenta de ahorros" names the kind beyond doubt, a lone "ahorros" does where it leads to something. */
function accountKind({ country, message }: CountryMessage, label: MeaningfulLabel): FoundValues {
  const kind = label.meaning.is === 'account' ? label.meaning.kind : undefined
  const type = kind && payoutTypeOf(country, kind)
  const words = message.wordsAt(label)
  const isClear =
    label.isMarked ||
    /[ ./]/.test(words.text.trim()) ||
    /\d/.test(message.plain.slice(label.value.start, label.value.end))
  const sure = surenessOf(isClear ? undefined : 'singleWord')
  return { candidates: type === undefined ? [] : typeCandidates(country, type, words, sure), taken: [] }
}

function typeCandidates(
  country: Country,
  type: string,
  words: FieldCandidate['words'],
  sure: Pick<FieldCandidate, 'sureness' | 'reason'>,
): readonly FieldCandidate[] {
  const meaning = country.methods
    .flatMap(({ fields: { payoutAccountTypeCode: use } }) => (use?.use === 'asked' ? use.rule : []))
    .find(({ code, kind }) => code === type && kind === kindOfPayoutType(country, type))?.label
  return meaning === undefined
    ? []
    : [{ field: 'payoutAccountTypeCode', value: type, meaning: asMessage(meaning), words, ...sure }]
}

function bankCandidate(
  bank: RecognisedBank | undefined,
  words: FieldCandidate['words'],
  sure: Pick<FieldCandidate, 'sureness' | 'reason'>,
): readonly FieldCandidate[] {
  if (bank?.code === undefined) return []
  const meaning = `${bank.name} · ${bank.code}`
  return [{ field: 'bankName', value: bank.code, meaning, words, ...sure }]
}

/** The agency is one group; an account may follow it behind a slash. */
function readAgency(
  reading: CountryMessage,
  label: MeaningfulLabel,
  unsure: UncertaintyReason | undefined,
): readonly FoundValues[] {
  const { country, message, rest } = reading
  const rules = country.methods.flatMap(({ fields: { accountAgencyNumber: use } }) =>
    use?.use === 'asked' ? use.rule : [],
  )
  const found = /\d[\d.]*(?:-[\dxX](?![\d-]))?/.exec(rest.slice(label.value.start, label.value.end))
  const start = label.value.start + (found?.index ?? 0)
  const span = { start, end: start + (found?.[0].length ?? 0) }
  const [agency] = firstNumber(rest, span, rules.slice(0, 1), {}, 1)
  if (agency === undefined) return []
  const words = message.wordsAt(agency.span)
  const sure = surenessOf(agency.reason)
  const account = readAccount(reading, label, { start: agency.span.end, end: label.value.end }, unsure)
  const candidates: readonly FieldCandidate[] = [{ field: 'accountAgencyNumber', value: agency.value, words, ...sure }]
  return [{ candidates, taken: [label, agency.span] }, ...account]
}
