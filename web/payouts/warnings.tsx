import { Callout } from '../ui/callout.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { useFormPart } from './form-store-context.tsx'
import { type Copying, warningKey, warningName } from './use-copy-request.ts'

/** Doubts that public standards raise. The provider may take the value all the same, so a person decides. */
export function Warnings({ copying }: { readonly copying: Copying }) {
  const warnings = useFormPart(({ reading }) => reading.warnings) ?? []
  if (warnings.length === 0) return null
  return (
    <Callout
      tone="warning"
      title={warnings.length === 1 ? '1 warning to confirm' : `${warnings.length} warnings to confirm`}
    >
      {warnings.map((warning) => (
        <TickField
          key={warningKey(warning)}
          name={warningName(warning)}
          label="I have compared it: send it as it is"
          description={warning.detail}
          value={copying.confirmed.has(warningKey(warning))}
          onChange={(isConfirmed) => copying.confirm(warning, isConfirmed)}
        />
      ))}
    </Callout>
  )
}
