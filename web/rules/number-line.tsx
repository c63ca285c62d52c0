import { fieldLabel } from '#shared/payout/field-label.ts'
import { isRequestField } from '#shared/payout/fields.ts'
import { alternatives } from '../language/formats.ts'
import { t, tNode } from '../language/translate.ts'
import { inCode } from './in-code.tsx'
import type { NumberRules } from './rule-types.ts'

/** A number that a field takes: what it is called, its shape, an example. */
export function NumberLine({ number }: { readonly number: NumberRules }) {
  const { label, shape, example, hint, when = {} } = number
  const conditions = conditionsOf(when)
  return (
    <>
      {conditions === ''
        ? tNode('rules.number.line', { label, shape, example, code: inCode })
        : tNode('rules.number.lineWhen', { label, conditions, shape, example, code: inCode })}{' '}
      {hint}
    </>
  )
}

/** "Account type 0004": the codes under which a number holds. */
function conditionsOf(when: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(when)
    .map(([name, codes]) => {
      const field = isRequestField(name) ? t(fieldLabel(name)) : name
      return t('rules.number.condition', { field, codes: alternatives(codes) })
    })
    .join(', ')
}
