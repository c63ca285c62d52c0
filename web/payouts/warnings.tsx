import type { Remark } from '#shared/api/fault.ts'
import { isEntryField } from '#shared/rule-book/entry-fields.ts'
import { fieldLabel } from '#shared/rule-book/field-label.ts'
import { fieldUses } from '#shared/rule-book/field-uses.ts'
import { Callout } from '../ui/callout.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { useConfirmations, warningKey, warningName } from './confirmations.tsx'
import type { FormState } from './form-store.ts'
import { useFormPart } from './form-store-context.tsx'
import { useWarnings } from './use-warnings.ts'

/** Doubts that public standards or the checks raise. They refuse nothing, so a person decides. */
export function Warnings() {
  const state = useFormPart((found) => found)
  const { all, open } = useWarnings(state)
  const { isConfirmed, confirm } = useConfirmations()
  if (state === undefined || all.length === 0) return null
  return (
    <Callout tone={open.length === 0 ? 'info' : 'warning'} title={titleOf(open.length)}>
      {all.map((warning) => (
        <TickField
          key={warningKey(warning)}
          name={warningName(warning)}
          label={`${labelOf(state, warning)}: I have looked at it, keep it as it is`}
          description={warning.detail}
          value={isConfirmed(warning)}
          onChange={(isTicked) => confirm(warning, isTicked)}
        />
      ))}
    </Callout>
  )
}

function titleOf(open: number): string {
  if (open === 0) return 'All warnings are confirmed'
  return open === 1 ? '1 warning to confirm' : `${open} warnings to confirm`
}

function labelOf({ country, reading, given }: FormState, { field }: Remark): string {
  if (!isEntryField(field)) return field === 'check:bank' ? 'Bank check' : 'Identity check'
  const use = fieldUses(country, reading.method)[field]
  return fieldLabel(field, use.use === 'asked' ? use.rule : undefined, given)
}
