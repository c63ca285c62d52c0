import { isEntryField } from '#shared/payout/entry-fields.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { fieldUses } from '#shared/rule-book/field-uses.ts'
import { Callout } from '../ui/callout.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { inFormOrder } from './fault-order.ts'
import type { FormState } from './form-store.ts'
import { useFormPart } from './form-store-context.tsx'
import { type Copying, warningKey, warningName } from './use-copy-request.ts'

/** Doubts that public standards raise. The provider may take the value all the same, so a person decides. */
export function Warnings({ copying }: { readonly copying: Copying }) {
  const state = useFormPart((found) => found)
  if (state === undefined || state.reading.warnings.length === 0) return null
  const warnings = inFormOrder(state, state.reading.warnings)
  return (
    <Callout
      tone="warning"
      title={warnings.length === 1 ? '1 warning to confirm' : `${warnings.length} warnings to confirm`}
    >
      {warnings.map((warning) => (
        <TickField
          key={warningKey(warning)}
          name={warningName(warning)}
          label={`${labelOf(state, warning.field)}: I have compared it, send it as it is`}
          description={warning.detail}
          value={copying.confirmed.has(warningKey(warning))}
          onChange={(isConfirmed) => copying.confirm(warning, isConfirmed)}
        />
      ))}
    </Callout>
  )
}

function labelOf({ country, reading, given }: FormState, field: string): string {
  if (!isEntryField(field)) return field
  const use = fieldUses(country, reading.method)[field]
  return fieldLabel(field, use.use === 'asked' ? use.rule : undefined, given)
}
