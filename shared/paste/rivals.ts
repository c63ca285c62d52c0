import { asMessage } from '#shared/language/message.ts'
import { cleanNumber } from '#shared/payout/read-number.ts'
import { hasShape } from '#shared/rule-book/shape.ts'
import { type FieldCandidate, unsure } from './found.ts'
import { documentsOf } from './read-documents.ts'
import { pixKeysAmong } from './read-pix-keys.ts'
import type { CountryMessage } from './reading.ts'

/**
 * A document or a key is sure only where the message has no other number that could be one: which of two is meant, its label alone does not say.
 * `rest` is the text without what is known to be something else.
 */
export function withoutRivals(
  reading: CountryMessage,
  rest: string,
  candidates: readonly FieldCandidate[],
): readonly FieldCandidate[] {
  return candidates.map((found) => {
    if (found.sureness !== 'sure') return found
    const isRivalled =
      (found.field === 'documentNumber' && hasOtherDocument(reading, rest, found.value)) ||
      (found.field === 'recipientPixKey' && pixKeysAmong(reading.message.plain, found.value) > 1)
    return isRivalled ? unsure(found, 'notTheOnlyOne') : found
  })
}

/** Whether a number that is left over has the shape of the document, and its check digits where it has any. */
function hasOtherDocument({ country }: CountryMessage, rest: string, value: string): boolean {
  const rules = documentsOf(country).filter(({ shape }) => hasShape(shape, value))
  return leftOver(rest).some((typed) =>
    rules.some((rule) => {
      const other = cleanNumber(typed, rule).value
      if (other === value || !hasShape(rule.shape, other)) return false
      return (rule.checks ?? []).every((check) => check.issue(other, {}, asMessage(rule.label)) === undefined)
    }),
  )
}

/** Numbers of five digits and more, each as it is written. */
function leftOver(rest: string): readonly string[] {
  return [...rest.matchAll(/(?<![\p{L}\p{N}])\d[\d.-]{3,18}[\dkKxX](?![\p{L}\p{N}])/gu)]
    .slice(0, mostLeftOver)
    .map(([typed]) => typed)
}

const mostLeftOver = 50
