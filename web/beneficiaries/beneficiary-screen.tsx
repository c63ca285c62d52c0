import type { Beneficiary } from '#shared/api/beneficiary.ts'
import { LoadFailure } from '../app/load-failure.tsx'
import { Page } from '../app/page.tsx'
import { Ago } from '../ui/ago.tsx'
import { Badge } from '../ui/badge.tsx'
import { Callout } from '../ui/callout.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './beneficiary.module.css'
import { BeneficiaryActs } from './beneficiary-acts.tsx'
import { useBeneficiary } from './beneficiary-calls.ts'
import { CheckHistory } from './check-history.tsx'
import { DetailsSection } from './details-section.tsx'
import { PayoutsTo } from './payouts-to.tsx'
import { WhatChanged } from './what-changed.tsx'

/** One beneficiary: details, what can be done, checks with their history, payouts, and what was done. */
export function BeneficiaryScreen({ id }: { readonly id: string }) {
  const found = useBeneficiary(id)
  const beneficiary = found.data?.value
  return (
    <Page
      title={beneficiary?.name ?? 'Beneficiary'}
      documentTitle="Beneficiary"
      aside={beneficiary && <Standing beneficiary={beneficiary} />}
      lead={beneficiary && <Since beneficiary={beneficiary} />}
    >
      {found.isPending && <Skeleton lines={8} label="Loading the beneficiary" />}
      {beneficiary === undefined && <LoadFailure what="The beneficiary" query={found} />}
      {beneficiary !== undefined && <Content key={beneficiary.id} beneficiary={beneficiary} />}
    </Page>
  )
}

function Content({ beneficiary }: { readonly beneficiary: Beneficiary }) {
  const isErased = beneficiary.erasedAt !== null
  return (
    <div className={styles.page}>
      {isErased && (
        <Callout tone="info" title="This beneficiary was erased.">
          <p>Nothing of the person is left here. Payouts and the record of what was done stay without their data.</p>
        </Callout>
      )}
      <BankChanged beneficiary={beneficiary} />
      <BeneficiaryActs beneficiary={beneficiary} />
      <div className={styles.columns}>
        {!isErased && <DetailsSection beneficiary={beneficiary} />}
        <div className={styles.column}>
          {!isErased && <CheckHistory beneficiary={beneficiary} />}
          <WhatChanged beneficiary={beneficiary} />
        </div>
      </div>
      <PayoutsTo beneficiary={beneficiary} />
    </div>
  )
}

function Standing({ beneficiary: { status, erasedAt } }: { readonly beneficiary: Beneficiary }) {
  if (erasedAt !== null) return <Badge>Erased</Badge>
  return status === 'archived' && <Badge>Archived</Badge>
}

function Since({ beneficiary }: { readonly beneficiary: Beneficiary }) {
  const { createdAt, createdBy, updatedAt, updatedBy, version } = beneficiary
  return (
    <>
      Entered <Ago at={createdAt} /> by {createdBy.name}
      {version > 1 && (
        <>
          , changed <Ago at={updatedAt} /> by {updatedBy.name}
        </>
      )}
      .
    </>
  )
}

/** The most common fraud: an account that changes just before a payout. */
function BankChanged({ beneficiary: { bankChangedAt, lastPayoutAt } }: { readonly beneficiary: Beneficiary }) {
  if (bankChangedAt === null || lastPayoutAt === null || bankChangedAt < lastPayoutAt) return null
  return (
    <Callout tone="warning" title="The account has changed since the last payout.">
      <p>
        It changed <Ago at={bankChangedAt} />; the last payout was <Ago at={lastPayoutAt} />. Make sure that the
        beneficiary asked for it before you pay.
      </p>
    </Callout>
  )
}
