import { type ReceivedIssue, warningId } from '#shared/api/issue.ts'
import { isRequestField } from '#shared/payout/fields.ts'
import { fieldLabel } from '#shared/rule-book/field-label.ts'
import { fieldUses } from '#shared/rule-book/field-uses.ts'
import { AppLink } from '../app/app-link.tsx'
import { addressOf } from '../app/routes.ts'
import { issueText } from '../language/issue-words.ts'
import { say } from '../language/rule-words.ts'
import { t } from '../language/translate.ts'
import { RuleLink } from '../rules/rule-link.tsx'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { useConfirmations, warningName } from './confirmations.tsx'
import type { FormState } from './form-store.ts'
import { useFormPart } from './form-store-context.tsx'
import styles from './warnings.module.css'
import { useWarnings } from './warnings-context.tsx'

interface WarningsProps {
  /** Fills the form in with somebody of the book; left out where the form is about one already. */
  readonly onUse?: ((beneficiaryId: string) => void) | undefined
  /** What was not done because of open warnings: the first of them, to which focus goes, says it. */
  readonly notDone?: string | undefined
}

/** Doubts that public standards or the checks raise. They refuse nothing, so a person decides. */
export function Warnings({ onUse, notDone }: WarningsProps) {
  const state = useFormPart((found) => found)
  const { all, open } = useWarnings()
  const { isConfirmed, confirm } = useConfirmations()
  if (state === undefined || all.length === 0) return null
  const [first] = open
  return (
    <Callout tone={open.length === 0 ? 'info' : 'warning'} title={t('payouts.warnings.title', { count: open.length })}>
      {all.map((warning) => (
        <TickField
          key={warningId(warning)}
          name={warningName(warning)}
          label={t('payouts.warnings.confirm', { field: labelOf(state, warning), matter: warning.code })}
          description={issueText(warning)}
          error={warning === first ? notDone : undefined}
          explanation={<Explanation state={state} warning={warning} onUse={onUse} />}
          value={isConfirmed(warning)}
          onChange={(isTicked) => confirm(warning, isTicked)}
        />
      ))}
    </Callout>
  )
}

/** What to do about it: take the other one of the book whom it names, look at that one or at the other payout, or read the rule. */
function Explanation({ state, warning, onUse }: ExplanationProps) {
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
  return <RuleLink country={state.country.code} field={warning.field} label={labelOf(state, warning)} />
}

interface ExplanationProps {
  readonly state: FormState
  readonly warning: ReceivedIssue
  readonly onUse: WarningsProps['onUse']
}

/** It names somebody else of the book, not the one who is paid. */
function isTwin({ code }: ReceivedIssue): boolean {
  return twinCodes.includes(code)
}

const twinCodes = ['same_beneficiary', 'document_in_book', 'document_other_account', 'account_other_document']

function labelOf({ country, reading, given }: FormState, { field }: ReceivedIssue): string {
  if (!isRequestField(field))
    return t(field === 'check:bank' ? 'payouts.warnings.bankCheck' : 'payouts.warnings.identityCheck')
  const use = fieldUses(country, reading.method)[field]
  return say(fieldLabel(field, use.use === 'asked' ? use.rule : undefined, given))
}
