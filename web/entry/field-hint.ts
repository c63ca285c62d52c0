import type { FormField } from '#shared/payout/form-fields.ts'
import type { NamedNumber } from '#shared/rule-book/country.ts'
import { describeShape } from '#shared/rule-book/shape.ts'
import { t } from '../language/translate.ts'

/** What to type into a field. For a number its format; while two are possible, both; of more none, until what is typed or chosen leaves fewer. */
export function fieldHint({ hint, numbers }: FormField): string | undefined {
  const [first, second, third] = numbers
  if (first === undefined) return hint && t(hint)
  if (second === undefined) return numberHint(first)
  return third === undefined ? eitherHint(first, second) : undefined
}

function numberHint(number: NamedNumber): string {
  const { example, hint } = number
  if (hint === undefined) return t('payouts.field.number', { shape: shapeOf(number), example })
  return t('payouts.field.numberMore', { shape: shapeOf(number), example, more: t(hint) })
}

function eitherHint(first: NamedNumber, second: NamedNumber): string {
  return t('payouts.field.oneOfTwo', {
    first: t(first.label),
    firstShape: shapeOf(first),
    second: t(second.label),
    secondShape: shapeOf(second),
  })
}

function shapeOf({ shape }: NamedNumber): string {
  return t(describeShape(shape))
}
