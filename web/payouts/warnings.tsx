import { type Remark, remarkKey } from '#shared/api/fault.ts'
import { isEntryField } from '#shared/rule-book/entry-fields.ts'
import { fieldLabel } from '#shared/rule-book/field-label.ts'
import { fieldUses } from '#shared/rule-book/field-uses.ts'
import { AppLink } from '../app/app-link.tsx'
import { addressOf } from '../app/routes.ts'
import { RuleLink } from '../rules/rule-link.tsx'
import { Callout } from '../ui/callout.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { useConfirmations, warningName } from './confirmations.tsx'
import type { FormState } from './form-store.ts'
import { useFormPart } from './form-store-context.tsx'
import { useWarnings } from './warnings-context.tsx'

/** Doubts that public standards or the checks raise. They refuse nothing, so a person decides. */
export function Warnings() {
  const state = useFormPart((found) => found)
  const { all, open } = useWarnings()
  const { isConfirmed, confirm } = useConfirmations()
  if (state === undefined || all.length === 0) return null
  return (
    <Callout tone={open.length === 0 ? 'info' : 'warning'} title={titleOf(open.length)}>
      {all.map((warning) => (
        <TickField
          key={remarkKey(warning)}
          name={warningName(warning)}
          label={`${labelOf(state, warning)}: I have looked at it, keep it as it is`}
          description={warning.detail}
          explanation={<Explanation state={state} warning={warning} />}
          value={isConfirmed(warning)}
          onChange={(isTicked) => confirm(warning, isTicked)}
        />
      ))}
    </Callout>
  )
}

/** Where to look: at the other one of the book whom it names, else at the rule. */
function Explanation({ state, warning }: { readonly state: FormState; readonly warning: Remark }) {
  const { beneficiaryId } = warning.params
  if (typeof beneficiaryId === 'string')
    return <AppLink to={addressOf.beneficiary(beneficiaryId)}>Look at that beneficiary</AppLink>
  return <RuleLink country={state.country.code} field={warning.field} label={labelOf(state, warning)} />
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
