import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import type { NamedNumber } from '#shared/rule-book/country.ts'
import { hasShape } from '#shared/rule-book/shape.ts'
import { pixKeyKinds } from './pix-key.ts'

/**
 * The groups in which a number is printed on paper, as the example of its kind in the rule book is, so that the two are compared group by group;
 * of a country without an example in groups, or of another field, undefined.
 */
export function paperGroups(country: string, field: string, number: string): readonly string[] | undefined {
  const kind = kindsIn(country, field).find(({ shape, example }) => hasShape(shape, number) && separator.test(example))
  return kind && groupedLike(kind.example, number)
}

const separator = /[^0-9A-Za-z]/

function kindsIn(country: string, field: string): readonly Pick<NamedNumber, 'shape' | 'example'>[] {
  if (!isCountryCode(country)) return []
  const { documents, methods } = ruleBook[country]
  if (field === 'documentNumber') return documents
  if (field === 'recipientPixKey') return documents.filter(({ label }) => label === pixKeyKinds.cpf.label)
  if (field !== 'accountNumber') return []
  return methods.flatMap(({ fields: { accountNumber: asked } }) => (asked?.use === 'asked' ? asked.rule : []))
}

/** From the end, as the first group of some numbers is shorter in old ones. */
function groupedLike(example: string, number: string): readonly string[] {
  const lengths = example.split(separator).map((group) => group.length)
  const groups: string[] = []
  let end = number.length
  for (const length of lengths.slice(1).toReversed()) {
    if (end <= 0) break
    groups.unshift(number.slice(Math.max(0, end - length), end))
    end -= length
  }
  return end > 0 ? [number.slice(0, end), ...groups] : groups
}
