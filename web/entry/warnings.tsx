import { type ReceivedIssue, warningId } from '#shared/api/issue.ts'
import { isRequestField } from '#shared/payout/fields.ts'
import { issueText } from '../language/issue-text.ts'
import { t } from '../language/translate.ts'
import { RuleLink } from '../rules/rule-link.tsx'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import { Button } from '../ui/button.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { Callout } from '../ui/tone.tsx'
import { labelIn } from './entry-words.ts'
import { type FormReading, useReading } from './reading.ts'
import styles from './warnings.module.css'
import { useWarnings, warningName } from './warnings-context.tsx'

interface WarningsProps {
  /** Fills the form in with a saved beneficiary; left out where the form is about one already. */
  readonly onUse?: ((beneficiaryId: string) => void) | undefined
  /** What was not done because of open warnings: the first of them, to which focus goes, says it. */
  readonly notDone?: string | undefined
}

/** The warnings of public standards, the validations and the server. They refuse nothing, so a person decides. */
export function Warnings({ onUse, notDone }: WarningsProps) {
  return useWarnings().all.length === 0 ? null : <WarningList onUse={onUse} notDone={notDone} />
}

function WarningList({ onUse, notDone }: WarningsProps) {
  const reading = useReading((found) => found)
  const { all, open, isConfirmed, confirm } = useWarnings()
  if (reading === undefined) return null
  const [first] = open
  return (
    <Callout tone={open.length === 0 ? 'info' : 'warning'} title={t('payouts.warnings.title', { count: open.length })}>
      {all.map((warning) => (
        <TickField
          key={warningId(warning)}
          name={warningName(warning)}
          label={t('payouts.warnings.confirm', { field: labelOf(reading, warning), matter: warning.code })}
          description={issueText(warning)}
          error={warning === first ? notDone : undefined}
          explanation={<Explanation reading={reading} warning={warning} onUse={onUse} />}
          value={isConfirmed(warning)}
          onChange={(isTicked) => confirm(warning, isTicked)}
        />
      ))}
    </Callout>
  )
}

interface ExplanationProps {
  readonly reading: FormReading
  readonly warning: ReceivedIssue
  readonly onUse: WarningsProps['onUse']
}

/** What to do about it: take the other beneficiary whom it names, look at that one or at the other payout, or read the rule. */
function Explanation({ reading, warning, onUse }: ExplanationProps) {
  const { beneficiaryId, payoutId } = warning.params
  if (typeof beneficiaryId === 'string')
    return (
      <span className={styles.ways}>
        {onUse !== undefined && isTwin(warning) && (
          <Button kind="link" onClick={() => onUse(beneficiaryId)}>
            {t('payouts.warnings.use')}
          </Button>
        )}
        <AppLink to={addressOf.beneficiary(beneficiaryId)}>{t('payouts.warnings.lookAtBeneficiary')}</AppLink>
      </span>
    )
  if (typeof payoutId === 'string')
    return <AppLink to={addressOf.payout(payoutId)}>{t('payouts.warnings.lookAtPayout')}</AppLink>
  return <RuleLink country={reading.country.code} field={warning.field} label={labelOf(reading, warning)} />
}

/** It names another saved beneficiary, not the one who is paid. */
function isTwin({ code }: ReceivedIssue): boolean {
  return twinCodes.includes(code)
}

const twinCodes = ['same_beneficiary', 'document_already_saved', 'document_other_account', 'account_other_document']

function labelOf(reading: FormReading, { field }: ReceivedIssue): string {
  if (isRequestField(field)) return labelIn(reading, field)
  return t(field === 'validation:bank' ? 'payouts.warnings.bankCheck' : 'payouts.warnings.identityCheck')
}
