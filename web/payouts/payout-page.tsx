import { Suspense, useId, useRef, useState } from 'react'
import type { OnePayout, Payout } from '#shared/api/payout.ts'
import type { Person } from '#shared/api/session.ts'
import { hasWarnings, type WarningCounts } from '#shared/api/warning.ts'
import type { Versioned } from '../api/api.ts'
import { useBankNames } from '../api/bank-names.ts'
import { bankNameOf } from '../entry/bank-words.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { Amount, MaskedEnding, nextStep, ShownName, stateLabel, stateTones } from '../entry/payout-words.tsx'
import { TermsNote } from '../entry/terms-note.tsx'
import { WarningMarks } from '../entry/warning-marks.tsx'
import { problemDetail } from '../language/problem-text.ts'
import { t, tNode } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { LoadFailure, laterScreen } from '../screen/loading.tsx'
import { Page } from '../screen/page.tsx'
import { addressOf } from '../screen/routes.ts'
import { useMay } from '../session/use-may.tsx'
import { useStaffNames } from '../session/use-staff-names.ts'
import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Code, Name } from '../ui/name.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Badge, Callout, Note } from '../ui/tone.tsx'
import { ApprovalsGiven } from './approvals-given.tsx'
import { CallBackOffer } from './call-back-offer.tsx'
import { Confirmations } from './confirmations.tsx'
import { CurrentValidations } from './current-validations.tsx'
import { DetailsChanged } from './details-changed.tsx'
import { ErrorsToFix } from './errors-to-fix.tsx'
import { PayoutActions } from './payout-actions.tsx'
import styles from './payout-page.module.css'
import { ReturnNote } from './return-note.tsx'
import { RevealedRequest } from './revealed-request.tsx'
import { SaveResult } from './save-result.tsx'
import { WhatApprovalTakes } from './to-approve.tsx'
import { usePayout, useRevealedPayout } from './use-payout.ts'

// Needed only for an exported payout.
const Outcomes = laterScreen(async () => (await import('../outcomes/outcomes.tsx')).Outcomes)

/** One payout: its state, its actions, its facts and, on demand, the exact request. */
export function PayoutScreen({ id }: { readonly id: string }) {
  const payout = usePayout(id)
  const value = payout.data?.value
  return (
    <Page
      title={value?.externalReference ?? t('payouts.page.payout')}
      heading={value && <NameAndAmount payout={value} />}
      lead={value && <Code>{value.externalReference}</Code>}
      aside={value && <StateBadge payout={value} />}
    >
      {payout.isSuccess && <Content payout={payout.data} />}
      {payout.isPending && <Skeleton lines={8} label={t('payouts.page.loading')} />}
      {payout.isError && <LoadFailure what="payout" query={payout} />}
    </Page>
  )
}

function NameAndAmount({ payout }: { readonly payout: Payout }) {
  return (
    <>
      <ShownName of={payout} /> · <Amount {...payout} />
    </>
  )
}

function StateBadge({ payout: { state } }: { readonly payout: Payout }) {
  return <Badge tone={stateTones[state]}>{stateLabel(state)}</Badge>
}

function Content({ payout: { value: payout, version } }: { readonly payout: Versioned<OnePayout> }) {
  const { whyNotApprove, state, tampered } = payout
  if (tampered !== null) return <Callout tone="error" title={problemDetail(tampered)} />
  return (
    <div className={styles.page}>
      <SaveResult state={state} />
      <ErrorsToFix payout={payout} />
      <ReturnNote payout={payout} />
      <DetailsChanged warnings={payout.detailsChanged} />
      <CallBackOffer payout={payout} />
      <p className={styles.next}>
        {whyNotApprove === null || payout.toApprove !== null ? nextStep(state) : problemDetail(whyNotApprove)}
      </p>
      <ApprovalsGiven payout={payout} />
      <WhatApprovalTakes payout={payout} />
      <PayoutActions payout={payout} version={version} />
      {payout.state === 'exported' && (
        <Suspense>
          <Outcomes payout={payout} />
        </Suspense>
      )}
      <PayoutFacts payout={payout} />
      {payout.erasedAt === null && <Validations payout={payout} />}
      <TermsNote payout={payout} />
      <ConfirmedWarnings confirmations={payout.confirmations} />
      <ExactRequest payout={payout} version={version} />
      <p className="screen-only">
        <AppLink to={addressOf.activityOf(payout.id)}>{t('payouts.page.activity')}</AppLink>
      </p>
    </div>
  )
}

function Validations({ payout: { id, country, method, bankName, masked } }: { readonly payout: Payout }) {
  const titleId = useId()
  return (
    <section className={styles.request} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('payouts.page.validations')}</h2>
      <CurrentValidations payoutId={id} entry={{ country, method, bankName, ...masked }} />
    </section>
  )
}

function ConfirmedWarnings({ confirmations }: Pick<OnePayout, 'confirmations'>) {
  if (confirmations.length === 0) return null
  return (
    <section className={styles.request} aria-label={t('payouts.confirmations.title')}>
      <h2>{t('payouts.confirmations.title')}</h2>
      <Confirmations confirmations={confirmations} />
    </section>
  )
}

function ExactRequest({ payout, version }: { readonly payout: OnePayout; readonly version: number }) {
  const { id, state, revealable } = payout
  const isAnyShown = useMay('approve') || revealable.length > 0
  const [isWanted, setIsWanted] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const announce = useAnnounce()
  const revealed = useRevealedPayout(id, version, isWanted)
  function show() {
    setIsWanted(true)
    heading.current?.focus()
    const isAll = Object.keys(payout.masked).every((name) => revealable.includes(name))
    announce(t(isAll ? 'beneficiaries.details.inFull' : 'beneficiaries.details.partly'))
  }
  return (
    <section className={classNames(styles.request, !isWanted && 'screen-only')} aria-label={t('payouts.page.request')}>
      <h2 tabIndex={-1} ref={heading}>
        {t('payouts.page.request')}
      </h2>
      {!isWanted && (
        <>
          <p className={styles.next}>{t(isAnyShown ? 'payouts.page.inFull' : 'payouts.page.hidden')}</p>
          {isAnyShown && <Button onClick={show}>{t('payouts.page.showRequest')}</Button>}
        </>
      )}
      {isWanted && revealed.isPending && <Skeleton lines={6} label={t('payouts.request.loading')} />}
      {revealed.isError && <LoadFailure what="request" query={revealed} />}
      {revealed.isSuccess && Object.keys(revealed.data.masked).length > 0 && (
        <Note>{t('beneficiaries.details.partly')}</Note>
      )}
      {revealed.isSuccess && (
        <RevealedRequest revealed={revealed.data} isApproved={state === 'approved' || state === 'exported'} />
      )}
    </section>
  )
}

/** A payout without its numbers: beneficiary, amount and destination, and who did what when. */
export function PayoutFacts({ payout }: { readonly payout: Payout | OnePayout }) {
  const { masked } = payout
  const [names, nameOf] = [useBankNames(), useStaffNames()]
  return (
    <Ledger label={t('payouts.facts.label')}>
      <LedgerRow
        name={t('payouts.facts.beneficiary')}
        value={
          payout.beneficiaryId === '' ? (
            <ShownName of={payout} />
          ) : (
            <AppLink to={addressOf.beneficiary(payout.beneficiaryId)}>
              <ShownName of={payout} />
            </AppLink>
          )
        }
      />
      <LedgerRow name={t('payouts.facts.amount')} value={<Amount {...payout} />} mono />
      {'replaces' in payout && payout.replaces !== null && <Replaces of={payout.replaces} />}
      <LedgerRow name={t('payouts.facts.country')} value={countryNameByCode(payout.country)} />
      {payout.bankName !== '' && (
        <LedgerRow
          name={t('payouts.facts.bank')}
          value={<Name>{bankNameOf(payout.country, payout.bankName, names)}</Name>}
        />
      )}
      {masked.accountNumber !== undefined && (
        <LedgerRow name={t('payouts.facts.account')} value={<MaskedEnding text={masked.accountNumber} />} mono />
      )}
      {masked.recipientPixKey !== undefined && (
        <LedgerRow name={t('payouts.facts.pixKey')} value={<MaskedEnding text={masked.recipientPixKey} />} mono />
      )}
      {masked.documentNumber !== undefined && (
        <LedgerRow name={t('payouts.facts.document')} value={<MaskedEnding text={masked.documentNumber} />} mono />
      )}
      {payout.paymentReason !== '' && <LedgerRow name={t('payouts.facts.reason')} value={payout.paymentReason} />}
      {payout.testMode && <LedgerRow name={t('payouts.facts.testMode')} value={t('payouts.facts.carriesTestMode')} />}
      <LedgerRow name={t('payouts.facts.warnings')} value={<Marks counts={payout.warnings} />} />
      <LedgerRow name={t('payouts.facts.entered')} value={<Done at={payout.createdAt} by={payout.createdBy} />} />
      {payout.enteredBy.length > 1 && (
        <LedgerRow name={t('payouts.facts.changedBy')} value={payout.enteredBy.map(nameOf).join(', ')} />
      )}
      {payout.submittedAt !== null && (
        <LedgerRow
          name={t('payouts.facts.submitted')}
          value={<Done at={payout.submittedAt} by={payout.submittedBy} />}
        />
      )}
      {payout.decidedAt !== null && (
        <LedgerRow
          name={t(payout.comment === null ? 'payouts.facts.approved' : 'payouts.facts.returned')}
          value={<Done at={payout.decidedAt} by={payout.decidedBy} />}
        />
      )}
      {payout.exportedAt !== null && (
        <LedgerRow name={t('payouts.facts.exported')} value={<Done at={payout.exportedAt} by={payout.exportedBy} />} />
      )}
    </Ledger>
  )
}

function Replaces({ of: { id, externalReference, words } }: { readonly of: NonNullable<OnePayout['replaces']> }) {
  const reference = (
    <>
      <AppLink to={addressOf.payout(id)}>
        <Code>{externalReference}</Code>
      </AppLink>
      {words !== null && <q>{words}</q>}
    </>
  )
  return <LedgerRow name={t('payouts.facts.replaces')} value={reference} />
}

function Marks({ counts }: { readonly counts: WarningCounts }) {
  return hasWarnings(counts) ? <WarningMarks counts={counts} /> : <span>{t('payouts.marks.none')}</span>
}

function Done({ at, by }: { readonly at: string; readonly by: Person | null }) {
  const nameOf = useStaffNames()
  return by === null ? <Ago at={at} /> : tNode('payouts.facts.by', { ago: () => <Ago at={at} />, name: nameOf(by) })
}
