import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import type { Beneficiary, OneBeneficiary } from '#shared/api/beneficiary.ts'
import { isSecretField } from '#shared/payout/fields.ts'
import { paperGroups } from '#shared/payout/number-groups.ts'
import { ActivityLine } from '../activity/activity-line.tsx'
import { useActivity } from '../activity/use-activity.ts'
import { reasonOf } from '../api/api.ts'
import { useBankNames } from '../api/bank-names.ts'
import { beneficiaryRows, type EntryRow } from '../entry/entry-words.ts'
import type { SavedValues } from '../entry/form-content.ts'
import { maskedEntry, ShownName, withEndings } from '../entry/payout-words.tsx'
import { t, tNode } from '../language/translate.ts'
import { DetailsChanged } from '../payouts/details-changed.tsx'
import { AppLink } from '../screen/app-link.tsx'
import { LoadFailure } from '../screen/loading.tsx'
import { Page } from '../screen/page.tsx'
import { addressOf } from '../screen/routes.ts'
import { useMay } from '../session/use-may.tsx'
import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { GroupedNumber } from '../ui/grouped-number.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Badge, Callout } from '../ui/tone.tsx'
import styles from './beneficiary.module.css'
import { BeneficiaryActions } from './beneficiary-actions.tsx'
import { fetchRevealedBeneficiary, useBeneficiary } from './beneficiary-calls.ts'
import { CallBacks } from './call-backs.tsx'
import { PayoutsTo } from './payouts-to.tsx'
import { ValidationHistory } from './validation-history.tsx'

/** One beneficiary: details, actions, validations, payouts and history. */
export function BeneficiaryScreen({ id }: { readonly id: string }) {
  const found = useBeneficiary(id)
  const beneficiary = found.data?.value
  return (
    <Page
      title={t('beneficiaries.page.title')}
      heading={beneficiary && <ShownName of={beneficiary} />}
      aside={beneficiary && <Status beneficiary={beneficiary} />}
      lead={beneficiary && <Since beneficiary={beneficiary} />}
    >
      {found.isPending && <Skeleton lines={8} label={t('beneficiaries.page.loading')} />}
      {beneficiary === undefined && <LoadFailure what="beneficiary" query={found} />}
      {beneficiary !== undefined && <Content key={beneficiary.id} beneficiary={beneficiary} />}
    </Page>
  )
}

function Content({ beneficiary }: { readonly beneficiary: OneBeneficiary }) {
  const isErased = beneficiary.erasedAt !== null
  return (
    <div className={styles.page}>
      {isErased && (
        <Callout tone="info" title={t('beneficiaries.page.erased')}>
          <p>{t('beneficiaries.page.erasedExplained')}</p>
        </Callout>
      )}
      <DetailsChanged warnings={beneficiary.detailsChanged} />
      <BeneficiaryActions beneficiary={beneficiary} />
      <div className={styles.columns}>
        {!isErased && <DetailsSection beneficiary={beneficiary} />}
        <div className={styles.column}>
          {!isErased && <CallBacks beneficiary={beneficiary} />}
          {!isErased && <ValidationHistory beneficiary={beneficiary} />}
          <History beneficiary={beneficiary} />
        </div>
      </div>
      <PayoutsTo beneficiary={beneficiary} />
    </div>
  )
}

function Status({ beneficiary: { status, erasedAt } }: { readonly beneficiary: Beneficiary }) {
  if (erasedAt !== null) return <Badge>{t('beneficiaries.status.erased')}</Badge>
  return status === 'archived' && <Badge>{t('beneficiaries.status.archived')}</Badge>
}

function Since({ beneficiary }: { readonly beneficiary: Beneficiary }) {
  const { createdAt, createdBy, updatedAt, updatedBy, version } = beneficiary
  const by = createdBy.name
  const entered = () => <Ago at={createdAt} />
  if (version === 1) return tNode('beneficiaries.page.entered', { entered, by })
  const changed = () => <Ago at={updatedAt} />
  return tNode('beneficiaries.page.enteredAndChanged', { entered, by, changed, changedBy: updatedBy.name })
}

/** The beneficiary and the destination. Numbers show only their last digits until they are revealed, which is audited. */
export function DetailsSection({ beneficiary }: { readonly beneficiary: OneBeneficiary }) {
  const announce = useAnnounce()
  const reveal = useMutation({
    mutationFn: () => fetchRevealedBeneficiary(beneficiary.id, 'view'),
    onSuccess: (revealed) => announce(whatIsShown(revealed, true)),
  })
  const isAnyShown = useMay('approve') || beneficiary.revealable.length > 0
  const names = useBankNames()
  const titleId = useId()
  // Revealed values belong to the version they were revealed of.
  const shown = reveal.data?.version === beneficiary.version ? reveal.data : undefined
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.sectionHead}>
        <h2 id={titleId}>{t('beneficiaries.details.title')}</h2>
        {isAnyShown &&
          (shown === undefined ? (
            <Button small busy={reveal.isPending} onClick={() => reveal.mutate()}>
              {t('beneficiaries.details.show')}
            </Button>
          ) : (
            <Button small onClick={() => reveal.reset()}>
              {t('beneficiaries.details.hide')}
            </Button>
          ))}
      </div>
      <p className={styles.quiet}>{whatIsShown(shown, isAnyShown)}</p>
      {reveal.isError && (
        <p className={styles.failure}>{t('beneficiaries.details.failed', { reason: reasonOf(reveal.error) })}</p>
      )}
      <Ledger label={t('beneficiaries.details.title')}>
        {beneficiaryRows(
          shown === undefined ? maskedEntry(beneficiary) : withEndings(shown.entry, shown.masked),
          names,
        ).map((row) => (
          <Row key={row.name} row={row} country={beneficiary.country} />
        ))}
        {beneficiary.externalId !== null && (
          <LedgerRow name={t('beneficiaries.details.externalId')} value={beneficiary.externalId} />
        )}
      </Ledger>
    </section>
  )
}

function whatIsShown(shown: Pick<SavedValues, 'masked'> | undefined, isAnyShown: boolean): string {
  if (shown === undefined) return t(isAnyShown ? 'beneficiaries.details.masked' : 'beneficiaries.details.hidden')
  const isAll = Object.keys(shown.masked).length === 0
  return t(isAll ? 'beneficiaries.details.inFull' : 'beneficiaries.details.partly')
}

function Row({ row: { name, label, value, meaning }, country }: { readonly row: EntryRow; readonly country: string }) {
  return (
    <LedgerRow
      name={label}
      mono={name !== 'email' && isSecretField(name)}
      value={
        meaning === undefined ? (
          <GroupedNumber text={value} groups={paperGroups(country, name, value)} />
        ) : (
          <>
            {meaning} {name !== 'method' && <code className={styles.quiet}>{value}</code>}
          </>
        )
      }
    />
  )
}

/** The last few; the activity screen shows all. */
const shown = 8

/** The actions on this beneficiary, and who took them. */
export function History({ beneficiary: { id } }: { readonly beneficiary: Beneficiary }) {
  const titleId = useId()
  const { state, rows, failure } = useActivity({ thing: id })
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('beneficiaries.done.title')}</h2>
      {state === 'loading' && <Skeleton lines={3} label={t('beneficiaries.done.loading')} />}
      {state === 'failed' && (
        <p className={styles.failure}>{t('beneficiaries.done.failed', { reason: failure ?? '' })}</p>
      )}
      <ul className={styles.lines}>
        {rows.slice(0, shown).map((entry) => (
          <li key={entry.seq}>
            <ActivityLine entry={entry} isLinked={false} />
            <p className={styles.meta}>
              <Ago at={entry.at} />
            </p>
          </li>
        ))}
      </ul>
      {rows.length > shown && <AppLink to={addressOf.activityOf(id)}>{t('beneficiaries.done.everything')}</AppLink>}
    </section>
  )
}
