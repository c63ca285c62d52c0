import type { Beneficiary, OneBeneficiary } from '#shared/api/beneficiary.ts'
import { shownName } from '../entry/masked.tsx'
import { t, tNode } from '../language/translate.ts'
import { LoadFailure } from '../screen/load-failure.tsx'
import { Page } from '../screen/page.tsx'
import { Ago } from '../ui/ago.tsx'
import { Badge } from '../ui/badge.tsx'
import { Callout } from '../ui/callout.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './beneficiary.module.css'
import { BeneficiaryActions } from './beneficiary-actions.tsx'
import { useBeneficiary } from './beneficiary-calls.ts'
import { DetailsSection } from './details-section.tsx'
import { PayoutsTo } from './payouts-to.tsx'
import { ValidationHistory } from './validation-history.tsx'
import { WhatChanged } from './what-changed.tsx'

/** One beneficiary: details, what can be done, checks with their history, payouts, and what was done. */
export function BeneficiaryScreen({ id }: { readonly id: string }) {
  const found = useBeneficiary(id)
  const beneficiary = found.data?.value
  return (
    <Page
      title={beneficiary === undefined ? t('beneficiaries.page.title') : shownName(beneficiary)}
      documentTitle={t('beneficiaries.page.title')}
      aside={beneficiary && <ApprovalState beneficiary={beneficiary} />}
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
      <PaidElsewhere beneficiary={beneficiary} />
      <BeneficiaryActions beneficiary={beneficiary} />
      <div className={styles.columns}>
        {!isErased && <DetailsSection beneficiary={beneficiary} />}
        <div className={styles.column}>
          {!isErased && <ValidationHistory beneficiary={beneficiary} />}
          <WhatChanged beneficiary={beneficiary} />
        </div>
      </div>
      <PayoutsTo beneficiary={beneficiary} />
    </div>
  )
}

function ApprovalState({ beneficiary: { status, erasedAt } }: { readonly beneficiary: Beneficiary }) {
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

/** The most common fraud: an account that changes just before a payout. */
function PaidElsewhere({ beneficiary: { paidElsewhereAt } }: { readonly beneficiary: OneBeneficiary }) {
  if (paidElsewhereAt === null) return null
  return (
    <Callout tone="warning" title={t('beneficiaries.page.paidElsewhere')}>
      <p>{tNode('beneficiaries.page.paidElsewhereExplained', { paid: () => <Ago at={paidElsewhereAt} /> })}</p>
    </Callout>
  )
}
