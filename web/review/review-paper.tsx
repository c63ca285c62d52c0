import type { OnePayout, Payout, RevealedPayout } from '#shared/api/payout.ts'
import { essentialFields, type FieldName } from '#shared/payout/fields.ts'
import { paperGroups } from '#shared/payout/number-groups.ts'
import { useBankNames } from '../api/bank-names.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { formFieldLabel, meaningWords } from '../entry/entry-words.ts'
import { Amount, ShownName, shownName } from '../entry/payout-words.tsx'
import type { FormReading } from '../entry/reading.ts'
import { TermsNote } from '../entry/terms-note.tsx'
import { t, tNode } from '../language/translate.ts'
import { ApprovalsGiven } from '../payouts/approvals-given.tsx'
import { CurrentValidations } from '../payouts/current-validations.tsx'
import { ReturnNote } from '../payouts/return-note.tsx'
import { RevealedRequest, revealedReading } from '../payouts/revealed-request.tsx'
import { WhatApprovalTakes } from '../payouts/to-approve.tsx'
import { AppLink } from '../screen/app-link.tsx'
import { LoadFailure } from '../screen/loading.tsx'
import { addressOf } from '../screen/routes.ts'
import { useStaffNames } from '../session/use-staff-names.ts'
import { Ago } from '../ui/ago.tsx'
import paperStyles from '../ui/decided-paper.module.css'
import { Disclosure } from '../ui/disclosure.tsx'
import { GroupedNumber } from '../ui/grouped-number.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { Code } from '../ui/name.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout, Note } from '../ui/tone.tsx'
import { ChangedSince, useShownPayout } from './changed-since.tsx'
import { Decision, type ReviewDecision } from './decision.tsx'
import { Differences } from './differences.tsx'
import type { Comments } from './return-form.tsx'
import styles from './review.module.css'
import { StandingWarnings } from './standing-warnings.tsx'

export interface ReviewPaperProps {
  readonly id: string
  /** Whether a decision or a key has led here, after which nothing has focus. */
  readonly takesFocus: boolean
  readonly comments: Comments
  /** Called after the decision, to go on to the next one. */
  readonly onDone: (decided: ReviewDecision) => void
}

/** One payout as it will be sent: destination, warnings and validations, and the decision. */
export function ReviewPaper({ id, takesFocus, comments, onDone }: ReviewPaperProps) {
  const shown = useShownPayout(id)
  const { payout, revealed, seen } = shown
  if (payout.isError) return <LoadFailure what="payout" query={payout} />
  if (revealed.isError) return <LoadFailure what="request" query={revealed} />
  if (!payout.isSuccess || !revealed.isSuccess || seen === undefined)
    return <Skeleton lines={10} label={t('review.paper.loading')} />
  const { value } = payout.data
  const { data } = revealed
  return (
    <article className={paperStyles.paper} aria-label={`${value.externalReference}, ${shownName(value)}`}>
      <Head payout={value} takesFocus={takesFocus && shown.refused === undefined} />
      {shown.hasChanged && (
        <ChangedSince
          title={t(`review.changedTitle.${shown.refused ?? 'look'}`)}
          before={seen}
          now={data}
          isAnswer={shown.refused !== undefined}
          onSeen={shown.isFetching ? undefined : shown.acknowledge}
        />
      )}
      {value.state !== 'in_review' && (
        <Callout tone="info" title={t('review.paper.stateNow', { state: value.state })} />
      )}
      <ApprovalsGiven payout={value} />
      <WhatApprovalTakes payout={value} />
      <ReturnNote payout={value} />
      {value.replaces !== null && <Replaces of={value.replaces} />}
      <Essentials revealed={data} />
      <TermsNote payout={value} />
      <div className={styles.facts}>
        <StandingWarnings warnings={data.warnings} />
        <Differences since={data.sinceLastPayout} of={data.entry} />
        <CurrentValidations payoutId={id} entry={data.entry} />
      </div>
      <section className={styles.request} aria-label={t('payouts.page.request')}>
        <Disclosure summary={t('review.paper.allFields')}>
          <div className={styles.facts}>
            <RevealedRequest revealed={data} isApproved={value.state === 'approved' || value.state === 'exported'} />
          </div>
        </Disclosure>
      </section>
      {value.state === 'in_review' && (
        <Decision
          key={`${data.version} ${data.requestHash}`}
          payout={value}
          revealed={data}
          hasChanged={shown.hasChanged}
          comments={comments}
          onDone={onDone}
          onRefused={shown.refuse}
        />
      )}
    </article>
  )
}

interface ReviewPaperHeadProps {
  readonly payout: Payout
  readonly takesFocus: boolean
}

function Head({ payout, takesFocus }: ReviewPaperHeadProps) {
  return (
    <>
      <div className={styles.head}>
        <h2 tabIndex={-1} ref={takesFocus ? focus : undefined}>
          <ShownName of={payout} />
        </h2>
        <span className={styles.sum}>
          <Amount {...payout} />
        </span>
      </div>
      <p className={styles.quiet}>
        {countryNameByCode(payout.country)} · <Code>{payout.externalReference}</Code> · <WhoEntered {...payout} />
      </p>
    </>
  )
}

function WhoEntered({ enteredBy, submittedAt }: Payout) {
  const names = enteredBy.map(useStaffNames()).join(', ')
  if (submittedAt === null) return t('review.paper.entered', { names })
  return tNode('review.paper.enteredAndSent', { names, ago: () => <Ago at={submittedAt} /> })
}

function focus(heading: HTMLElement | null): void {
  heading?.focus()
}

/** The refused payout that this one replaces. */
function Replaces({ of: { id, externalReference, words } }: { readonly of: NonNullable<OnePayout['replaces']> }) {
  const link = () => (
    <AppLink to={addressOf.payout(id)}>
      <Code>{externalReference}</Code>
    </AppLink>
  )
  return (
    <Note>
      {tNode('review.paper.replaces', { link })}
      {words !== null && (
        <>
          : <q>{words}</q>
        </>
      )}
    </Note>
  )
}

/** Destination and beneficiary, in full and first, as a reviewer has to see the account that they approve. */
function Essentials({ revealed }: { readonly revealed: RevealedPayout }) {
  const reading = revealedReading(revealed)
  if (reading === undefined) return null
  const isSent = (field: FieldName) => ![undefined, '', '-'].includes(textOf(reading, field))
  return (
    <div className={styles.essentials}>
      <Ledger label={t('review.essentials.label')}>
        {essentialFields.filter(isSent).map((field) => (
          <LedgerRow
            key={field}
            name={formFieldLabel(reading, field)}
            value={<Value reading={reading} field={field} />}
          />
        ))}
      </Ledger>
      {!isSent('accountNumber') && !isSent('recipientPixKey') && <Note>{t('review.essentials.noAccount')}</Note>}
    </div>
  )
}

function textOf({ request }: FormReading, field: FieldName): string | undefined {
  const value = request[field]
  return value === undefined ? undefined : String(value)
}

function Value({ reading, field }: { readonly reading: FormReading; readonly field: FieldName }) {
  const text = textOf(reading, field) ?? ''
  const meaning = meaningWords(reading, field, text, useBankNames())
  return (
    <>
      {meaning !== undefined && `${meaning} · `}
      <span className={field === 'bankName' ? styles.code : styles.number}>
        <GroupedNumber text={text} groups={paperGroups(reading.country.code, field, text)} />
      </span>
    </>
  )
}
