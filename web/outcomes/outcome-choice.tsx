import { type StatedOutcome, statedOutcomes } from '#shared/api/outcome.ts'
import { t } from '../language/translate.ts'
import { ChoiceField } from '../ui/choice-field.tsx'

interface OutcomeChoiceProps {
  readonly outcome: StatedOutcome | undefined
  readonly onChange: (outcome: StatedOutcome | undefined) => void
  readonly error?: string | undefined
}

/** Which outcome is reported, of one payout or of several. */
export function OutcomeChoice({ outcome, onChange, error }: OutcomeChoiceProps) {
  return (
    <ChoiceField
      name="outcome"
      label={t('outcomes.which')}
      value={outcome ?? ''}
      onChange={(value) => onChange(statedOutcomes.find((one) => one === value))}
      choices={statedOutcomes.map((value) => ({ value, label: t(`outcomes.choice.${value}`) }))}
      error={error}
    />
  )
}
