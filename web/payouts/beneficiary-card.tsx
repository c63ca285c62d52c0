import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { OneBeneficiary } from '#shared/api/beneficiary.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { postJson } from '../api/api.ts'
import { useBankNames } from '../api/bank-names.ts'
import { beneficiaryRows } from '../entry/entry-words.ts'
import type { ChosenBeneficiary } from '../entry/form-content.ts'
import { amountWords, maskedEntry, ShownName, stateLabel } from '../entry/payout-words.tsx'
import { t, tNode } from '../language/translate.ts'
import { LoadFailure } from '../screen/loading.tsx'
import { useMay } from '../session/use-may.tsx'
import { Ago } from '../ui/ago.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { goToFieldOnceShown } from '../ui/error-summary.tsx'
import { Code, Name } from '../ui/name.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './beneficiary-card.module.css'
import { type BeneficiaryChoice, whyNotFilledIn } from './beneficiary-choice.ts'
import { CardValidations } from './card-validations.tsx'
import { beneficiaryQuery } from './use-payout.ts'

export interface BeneficiaryCardProps {
  readonly chosen: ChosenBeneficiary
  readonly choice: BeneficiaryChoice
}

/** A beneficiary who is paid with the saved details: enough to recognise them, with only the last digits of each number. */
export function BeneficiaryCard({ chosen, choice }: BeneficiaryCardProps) {
  const found = useQuery(beneficiaryQuery(chosen.id))
  const beneficiary = found.data?.value
  const titleId = useId()
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.name}>
        {beneficiary === undefined ? <Name>{chosen.name ?? ''}</Name> : <ShownName of={beneficiary} />}
      </h2>
      {found.isPending && <Skeleton lines={3} label={t('beneficiaries.page.loading')} />}
      {beneficiary === undefined && <LoadFailure what="beneficiary" query={found} />}
      {beneficiary !== undefined && (
        <>
          {beneficiary.version !== chosen.version && <ChangedSince beneficiary={beneficiary} choice={choice} />}
          <Facts beneficiary={beneficiary} />
          <CardValidations beneficiary={beneficiary} />
        </>
      )}
      <CardActions name={chosen.name ?? ''} choice={choice} />
    </section>
  )
}

/** The destination, and the date of the last payout to it. */
function Facts({ beneficiary }: { readonly beneficiary: OneBeneficiary }) {
  const names = useBankNames()
  const rows = beneficiaryRows(maskedEntry(beneficiary), names).filter(({ name }) => shown.includes(name))
  return (
    <dl className={styles.facts}>
      {rows.map(({ name, label, value, meaning }) => (
        <Fact key={name} label={label}>
          {meaning ?? (
            <code>
              <Code>{value}</Code>
            </code>
          )}
        </Fact>
      ))}
      <LastPayout beneficiaryId={beneficiary.id} />
    </dl>
  )
}

/** The details that distinguish people and accounts. */
const shown: readonly string[] = [
  'country',
  'method',
  'documentNumber',
  'bankName',
  'accountNumber',
  'recipientPixKey',
  'payoutAccountTypeCode',
]

interface FactProps {
  readonly label: string
  readonly isWide?: boolean
  readonly children: ReactNode
}

function Fact({ label, isWide = false, children }: FactProps) {
  return (
    <div className={isWide ? styles.wide : undefined}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.fact}>{children}</dd>
    </div>
  )
}

/** The newest payout to them that was sent to review: a draft does not count yet. */
function LastPayout({ beneficiaryId }: { readonly beneficiaryId: string }) {
  const { data } = useQuery({
    queryKey: ['payouts', { beneficiaryId }, 'last'],
    queryFn: ({ signal }) =>
      postJson('/api/payout-searches', { beneficiaryId, ...lastSent }, payoutPageSchema, { signal }),
  })
  const last = data?.items[0]
  return (
    <Fact label={t('payouts.card.lastPayout')} isWide>
      {data !== undefined && last === undefined && t('payouts.card.never')}
      {last !== undefined &&
        tNode('payouts.card.last', {
          amount: amountWords(last.amount, last.currencyCode),
          state: stateLabel(last.state),
          ago: () => <Ago at={last.updatedAt} />,
        })}
    </Fact>
  )
}

const lastSent = { sort: 'submitted', direction: 'desc', limit: 1 } as const

interface DetailsChangedSinceProps extends Pick<BeneficiaryCardProps, 'choice'> {
  readonly beneficiary: OneBeneficiary
}

/** The server refuses a payout to details that were changed and that no one has looked at since. */
function ChangedSince({ beneficiary: { id, name, updatedAt, updatedBy }, choice }: DetailsChangedSinceProps) {
  const [failure, setFailure] = useState<unknown>()
  return (
    <Callout
      tone="warning"
      title={t('payouts.card.changed', { name })}
      action={
        <Button small onClick={() => void choice.choose(id).catch(setFailure)}>
          {t('payouts.card.useNewest')}
        </Button>
      }
    >
      <p>{tNode('payouts.card.changedBy', { by: updatedBy.name, ago: () => <Ago at={updatedAt} /> })}</p>
      {failure !== undefined && <p>{whyNotFilledIn(failure)}</p>}
    </Callout>
  )
}

interface CardActionsProps extends Pick<BeneficiaryCardProps, 'choice'> {
  readonly name: string
}

/** Switches to another beneficiary or other details, after saying how that changes the saved beneficiary. */
function CardActions({ name, choice }: CardActionsProps) {
  const isInFull = useMay('approve')
  const [isAsking, setIsAsking] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  function forget() {
    choice.forget()
    goToFieldOnceShown('beneficiary')
  }

  async function openDetails(once: boolean) {
    try {
      await choice.openDetails(once)
      goToFieldOnceShown('beneficiaryFirstName')
    } catch (cause) {
      setFailure(cause)
    }
  }

  return (
    <>
      <Actions>
        <Button small expanded={isAsking} onClick={() => setIsAsking(!isAsking)}>
          {t('payouts.card.edit')}
        </Button>
        <Button small onClick={forget}>
          {t('payouts.card.someoneElse')}
        </Button>
      </Actions>
      {isAsking && (
        <div className={styles.ways}>
          <p>{t('payouts.card.opens', { name, isInFull: isInFull ? 'yes' : 'no' })}</p>
          <Actions>
            <Button small onClick={() => void openDetails(false)}>
              {t('payouts.card.change')}
            </Button>
            <Button small onClick={() => void openDetails(true)}>
              {t('payouts.card.once')}
            </Button>
          </Actions>
          {failure !== undefined && <p>{whyNotFilledIn(failure)}</p>}
        </div>
      )}
    </>
  )
}
