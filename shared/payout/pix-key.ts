import { type Issue, type IssueContent, issueContent, issueOn } from '#shared/api/issue.ts'
import type { ParamsOf } from '#shared/api/issue-codes.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { hasValidCpfDigits } from '#shared/check-digits/cpf.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import {
  type CleaningNote,
  type CleaningStep,
  clean,
  lowerCased,
  trimmed,
  withoutInvisible,
  withoutLabel,
  withoutSeparators,
} from '#shared/rule-book/cleaning.ts'
import { type FieldReading, faulty, sentField } from './field-reading.ts'
import { mailDoubts } from './mail-doubts.ts'
import { emailPattern } from './read-text.ts'

/** The kinds of Pix key. Interface, "Payouts · Brazil", rule 6. */
export const pixKeyKinds = {
  cpf: { label: 'document.cpf', pattern: /^[0-9]{11}$/, example: '111.444.777-35' },
  phone: { label: 'pixKey.phone', pattern: /^\+[1-9][0-9]{1,14}$/, example: '+55 11 91234-5678' },
  email: { label: 'field.email', pattern: emailPattern, example: 'ana@example.com' },
  random: {
    label: 'pixKey.random',
    pattern: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
    example: '123e4567-e89b-12d3-a456-426614174000',
  },
} as const

type PixKeyKind = keyof typeof pixKeyKinds

export interface PixKeyReading {
  readonly value: string
  /** Undefined when the text has the shape of no kind. */
  readonly kind: PixKeyKind | undefined
  readonly notes: readonly CleaningNote[]
}

/** Cleans a Pix key as its kind wants it. The kind follows from the shape: eleven digits are a CPF, a phone begins with +. */
export function readPixKey(typed: string): PixKeyReading {
  const { value, notes } = clean(typed, firstSteps)
  const rest = clean(value, stepsFor(value))
  return { value: rest.value, kind: kindOf(rest.value), notes: [...notes, ...rest.notes] }
}

/** What a person should change about a text that is no Pix key. */
export function notAPixKey(given: string): IssueContent {
  const digits = digitsOf(given)
  const looksLike = likeness(given, digits)
  const params = {
    given,
    looksLike,
    ...(looksLike === 'phone' && { phone: inBrazil(digits) }),
    ...(looksLike === 'digits' && { length: given.length }),
  }
  return issueContent('not_a_pix_key', params)
}

/** The number that was probably meant. */
function likeness(value: string, digits: string): ParamsOf<'not_a_pix_key'>['looksLike'] {
  if (/^[0-9()/]+$/.test(value) && digits.length === 14) return 'cnpj'
  if (/^\(/.test(value) && (digits.length === 10 || digits.length === 11)) return 'phone'
  if (/^55[1-9]{2}[2-9][0-9]{7,8}$/.test(value)) return 'phone'
  if (/^[0-9]+$/.test(value)) return 'digits'
  if (value.startsWith('+')) return 'plus'
  return value.includes('@') ? 'email' : 'nothing'
}

/** Eleven digits that look like a Brazilian mobile number without its +55: an area code, then a 9. They may be a CPF all the same. */
export function looksLikePhone(elevenDigits: string): boolean {
  return /^[1-9][1-9]9[0-9]{8}$/.test(elevenDigits)
}

/** A phone key as people read it: +55 11 98765-4321. */
export function phoneInGroups(key: string): string {
  return key.replace(/^(\+55)(\d\d)(\d{4,5})(\d{4})$/, '$1 $2 $3-$4')
}

function digitsOf(text: string): string {
  return text.replace(/[^0-9]/g, '')
}

function inBrazil(digits: string): string {
  return digits.length > 11 ? `+${digits}` : `+55${digits}`
}

const phonePunctuation: CleaningStep = {
  code: 'separators_removed',
  message: 'change.separators_removed.phone',
  apply: (text) => withoutSeparators.apply(text).replace(/[()]/g, ''),
}

const hyphenated: CleaningStep = {
  code: 'hyphens_added',
  apply: (text) =>
    text.replace(/^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/, '$1-$2-$3-$4-$5'),
}

const firstSteps: readonly CleaningStep[] = [withoutInvisible, trimmed, withoutLabel]

/** All that is done to Pix keys; which of the later steps, depends on the kind. */
export const pixKeySteps: readonly CleaningStep[] = [
  ...firstSteps,
  phonePunctuation,
  withoutSeparators,
  lowerCased,
  hyphenated,
]

function stepsFor(value: string): readonly CleaningStep[] {
  if (value.includes('@')) return []
  if (value.startsWith('+')) return [phonePunctuation]
  return /^[0-9a-f-]{32,36}$/i.test(value) ? [lowerCased, hyphenated] : [withoutSeparators]
}

function kindOf(value: string): PixKeyKind | undefined {
  const kinds = ['cpf', 'phone', 'email', 'random'] as const
  return kinds.find((kind) => pixKeyKinds[kind].pattern.test(value))
}

/** Reads a Pix key; its kind follows from its shape and is shown in a notice. Interface, "Brazil", rule 6. */
export function readPixKeyField(field: string, typed: string): FieldReading {
  const { value, kind, notes } = readPixKey(typed)
  if (kind === undefined) return faulty({ field, ...notAPixKey(value) })
  return sentField(field, value, notes, {
    warnings: doubtsOf[kind](field, value),
    notices: [kindNotice(field, kind)],
  })
}

const doubtsOf: Readonly<Record<PixKeyKind, (field: string, value: string) => readonly Issue[]>> = {
  cpf: cpfDoubts,
  phone: phoneDoubts,
  email: mailDoubts,
  random: () => [],
}

/** A phone of any country can be a key. How long one is, is known of those that are paid. */
function phoneDoubts(field: string, value: string): readonly Issue[] {
  const country = Object.values(ruleBook).find(({ phonePrefix }) => value.startsWith(`+${phonePrefix}`))
  if (country === undefined) return []
  const { phonePrefix: prefix } = country
  const [min, max] = country.phoneDigits
  const digits = value.length - prefix.length - 1
  if (digits >= min && digits <= max) return mobileDoubts(field, value)
  return [issueOn(field, 'pix_phone_length', { value, prefix, digits, min, ...(max > min && { max }) })]
}

/** A Brazilian mobile is a digit longer than a fixed line: after its area code it begins with 9, as no fixed line does. */
function mobileDoubts(field: string, value: string): readonly Issue[] {
  const area = /^\+55([0-9]{2})9[0-9]{7}$/.exec(value)?.[1]
  if (area === undefined) return []
  return [issueOn(field, 'pix_phone_length', { value, prefix: `55 ${area} 9`, digits: 7, min: 8 })]
}

function cpfDoubts(field: string, value: string): readonly Issue[] {
  if (hasValidCpfDigits(value)) return []
  const params = {
    label: { id: 'document.cpf' },
    value,
    standard: 'cpf',
    readAs: 'pix-key',
    ...asPhone(value),
  } as const
  return [issueOn(field, 'check_digit', params)]
}

/** Money sent to a CPF goes to its owner. A CPF with wrong check digits has no owner, and has a warning already. */
export function cpfOfAnother({ recipientPixKey: key, documentNumber: document }: PayoutRequest): readonly Issue[] {
  if (typeof key !== 'string' || !hasValidCpfDigits(key)) return []
  if (typeof document !== 'string' || document === key) return []
  return [issueOn('recipientPixKey', 'pix_key_of_another', { value: key, document, ...asPhone(key) })]
}

/** What eleven digits would be as a phone; a person decides, as they can be both. */
function asPhone(elevenDigits: string): { readonly phone?: string } {
  return looksLikePhone(elevenDigits) ? { phone: inBrazil(elevenDigits) } : {}
}

function kindNotice(field: string, kind: PixKeyKind): Issue {
  const { label } = pixKeyKinds[kind]
  return issueOn(field, 'pix_key_kind', { kind, label: { id: label } })
}
