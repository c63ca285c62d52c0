import { readPixKey } from '#shared/payout/pix-key.ts'
import type { BrCode } from './br-code.ts'
import type { FoundField } from './found.ts'
import { isCompany, partedNames, tidy } from './name-parts.ts'
import type { Words } from './pasted-text.ts'
import type { UncertaintyReason } from './reason.ts'

/** Read; of no use, as it was changed or cut off; or without a key, as it names an address of the web instead. */
export type BrCodeState = 'read' | 'damaged' | 'withoutKey'

/** The worst of the codes says it. */
export function brCodeStateOf(codes: readonly BrCode[]): BrCodeState | undefined {
  if (codes.length === 0) return undefined
  if (codes.some(({ isDamaged }) => isDamaged)) return 'damaged'
  return codes.every(({ key }) => key === undefined) ? 'withoutKey' : 'read'
}

/** What the codes say before what the rest of the message does; where the two differ, neither is sure. */
export function withFieldsOfCodes(
  fields: readonly FoundField[],
  text: string,
  codes: readonly BrCode[],
  isOutdated: boolean,
): readonly FoundField[] {
  const own = codes.flatMap((code) => (code.isDamaged ? [] : fieldsOf(code, wordsWithin(text, code), isOutdated)))
  const others = fields.filter(
    ({ field, value }) => !own.some((one) => one.field === field && (isName(field) || isSame(field, one.value, value))),
  )
  const all = [...own, ...others]
  return all.map((one) => {
    const count = new Set(all.filter(({ field }) => field === one.field).map(({ value }) => value)).size
    return count === 1 || !own.some(({ field }) => field === one.field)
      ? one
      : { ...one, sureness: 'likely', reason: { is: 'oneOfSeveral', count } }
  })
}

function fieldsOf({ key, name, city, amount }: BrCode, words: Words, isOutdated: boolean): readonly FoundField[] {
  const outdated = isOutdated ? 'outdated' : undefined
  const found = (field: FoundField['field'], value: string | undefined, reason?: UncertaintyReason): FoundField[] => {
    if (value === undefined || value === '') return []
    return [
      { field, value, words, ...(reason ? { sureness: 'likely' as const, reason } : { sureness: 'sure' as const }) },
    ]
  }
  const [parted] = name === undefined || isCompany(name) ? [] : partedNames(name, undefined, 'latinAmerica')
  const read = key === undefined ? undefined : readPixKey(key)
  return [
    ...found('recipientPixKey', read?.kind && read.value, outdated),
    ...found('amount', amount, outdated),
    ...found('beneficiaryFirstName', parted?.first ?? (name && tidy([name])), 'nameAsWritten'),
    ...found('beneficiaryLastName', parted?.last, 'nameAsWritten'),
    ...found('city', city, 'freeText'),
  ]
}

function isName(field: FoundField['field']): boolean {
  return field === 'beneficiaryFirstName' || field === 'beneficiaryLastName'
}

function isSame(field: FoundField['field'], one: string, other: string): boolean {
  return one === other || (field === 'amount' && Number(one) === Number(other))
}

/** The words of a stretch of the message as it was pasted. */
export function wordsWithin(text: string, { start, end }: Pick<Words, 'start' | 'end'>): Words {
  return { text: text.slice(start, end), start, end }
}
