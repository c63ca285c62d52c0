import { Suspense } from 'react'
import { type ReceivedIssue, warningId } from '#shared/api/issue.ts'
import { gradeOf } from '#shared/api/warning.ts'
import { grades } from '#shared/api/warning-codes.ts'
import { isRequestField } from '#shared/payout/fields.ts'
import { alike, issueText } from '../language/issue-text.ts'
import { t } from '../language/translate.ts'
import { RuleLink } from '../rule-links/rule-link.tsx'
import { AppLink } from '../screen/app-link.tsx'
import { laterScreen } from '../screen/loading.tsx'
import { addressOf } from '../screen/routes.ts'
import { Button } from '../ui/button.tsx'
import { TextAreaField } from '../ui/text-field.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { Callout } from '../ui/tone.tsx'
import { gradeTones } from '../validations/grade-tones.ts'
import { formFieldLabel } from './entry-words.ts'
import { type FormReading, useReading } from './reading.ts'
import styles from './warnings.module.css'
import { useWarnings, warningName } from './warnings-context.tsx'

interface WarningsProps {
  /** Fills in the form with a saved beneficiary; left out where the form is about one already. */
  readonly onUse?: ((beneficiaryId: string) => void) | undefined
  /** The action that open warnings prevented: named at the first of them, which takes focus. */
  readonly notDone?: string | undefined
}

/** The warnings of public standards, the validations and the server. They refuse nothing: a person decides. */
export function Warnings({ onUse, notDone }: WarningsProps) {
  const { all, failure } = useWarnings()
  return (
    <>
      {failure && (
        <Suspense>
          <NotLookedUp failure={failure} />
        </Suspense>
      )}
      {all.length > 0 && <WarningList onUse={onUse} notDone={notDone} />}
    </>
  )
}

const OtherBeneficiary = laterScreen(async () => (await import('./other-beneficiary.tsx')).OtherBeneficiary)

const NotLookedUp = laterScreen(async () => (await import('./not-looked-up.tsx')).NotLookedUp)

function WarningList({ onUse, notDone }: WarningsProps) {
  const reading = useReading((found) => found)
  const { all, open } = useWarnings()
  if (reading === undefined) return null
  const [first] = open
  return grades.map((grade) => {
    const graded = alike(all.filter((warning) => gradeOf(warning) === grade))
    const count = graded.filter((group) => group.some((warning) => open.includes(warning))).length
    if (graded.length === 0) return null
    return (
      <Callout
        key={grade}
        tone={count === 0 ? 'success' : gradeTones[grade]}
        title={t('payouts.warnings.title', { grade, count })}
      >
        {graded.map((group) => (
          <WarningGroup
            key={warningId(group[0])}
            reading={reading}
            warnings={group}
            onUse={onUse}
            notDone={group.some((warning) => warning === first) ? notDone : undefined}
          />
        ))}
      </Callout>
    )
  })
}

interface WarningGroupProps extends Omit<ExplanationProps, 'warning'> {
  /** Warnings of the same sentence, such as of several beneficiaries with the same document. */
  readonly warnings: readonly [ReceivedIssue, ...ReceivedIssue[]]
  readonly notDone: string | undefined
}

/** One checkbox for each sentence, with a reason for a compliance warning, so that each is read before it is confirmed. */
function WarningGroup({ reading, warnings, onUse, notDone }: WarningGroupProps) {
  const { isConfirmed, confirm, reasonFor, explain } = useWarnings()
  const warning = warnings.find((one) => !isConfirmed(one)) ?? warnings[0]
  const field = labelOf(reading, warning)
  const explanation = warnings.map((one) => (
    <Explanation key={warningId(one)} reading={reading} warning={one} onUse={onUse} />
  ))
  if (gradeOf(warning) === 'compliance')
    return (
      <>
        <p>{issueText(warning)}</p>
        <TextAreaField
          name={warningName(warning)}
          label={t('payouts.warnings.reason', { field })}
          error={notDone && t('payouts.warnings.reasonLacking')}
          explanation={explanation}
          lines={2}
          value={reasonFor(warning)}
          onChange={(reason) => explain(warnings, reason)}
        />
      </>
    )
  return (
    <TickField
      name={warningName(warning)}
      label={t('payouts.warnings.confirm', { field, matter: warning.code })}
      description={issueText(warning)}
      error={notDone}
      explanation={explanation}
      value={isConfirmed(warning)}
      onChange={(isTicked) => confirm(warnings, isTicked)}
    />
  )
}

interface ExplanationProps {
  readonly reading: FormReading
  readonly warning: ReceivedIssue
  readonly onUse: WarningsProps['onUse']
}

/** What to do about the warning: use the other beneficiary that it names, open that one or the other payout, or read the rule. */
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
        <Suspense>
          <OtherBeneficiary id={beneficiaryId} />
        </Suspense>
      </span>
    )
  if (typeof payoutId === 'string')
    return <AppLink to={addressOf.payout(payoutId)}>{t('payouts.warnings.lookAtPayout')}</AppLink>
  return <RuleLink country={reading.country.code} field={warning.field} label={labelOf(reading, warning)} />
}

/** The warning names another saved beneficiary, not the chosen one. */
function isTwin({ code }: ReceivedIssue): boolean {
  return twinCodes.includes(code)
}

const twinCodes = ['same_beneficiary', 'document_already_saved', 'document_other_account', 'account_other_document']

function labelOf(reading: FormReading, { field }: ReceivedIssue): string {
  if (isRequestField(field)) return formFieldLabel(reading, field)
  return t(field === 'validation:bank' ? 'payouts.warnings.bankCheck' : 'payouts.warnings.identityCheck')
}
