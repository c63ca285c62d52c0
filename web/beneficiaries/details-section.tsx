import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import type { Beneficiary } from '#shared/api/beneficiary.ts'
import { completeEntry, type Entry } from '#shared/payout/entry.ts'
import { isSecretField } from '#shared/payout/fields.ts'
import { reasonOf } from '../api/use-merchant.ts'
import { beneficiaryRows, type EntryRow } from '../entry/entry-words.ts'
import { endingWords } from '../entry/masked.tsx'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { GroupedNumber } from '../ui/grouped-number.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import styles from './beneficiary.module.css'
import { revealBeneficiary } from './beneficiary-calls.ts'

/** Who is paid, and where to. Numbers show their ends alone until somebody asks for more, which is recorded. */
export function DetailsSection({ beneficiary }: { readonly beneficiary: Beneficiary }) {
  const reveal = useMutation({ mutationFn: () => revealBeneficiary(beneficiary.id, 'view') })
  const titleId = useId()
  // What was shown belongs to the version it was shown of.
  const shown = reveal.data?.version === beneficiary.version ? reveal.data.entry : undefined
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.sectionHead}>
        <h2 id={titleId}>{t('beneficiaries.details.title')}</h2>
        {shown === undefined ? (
          <Button small busy={reveal.isPending} onClick={() => reveal.mutate()}>
            {t('beneficiaries.details.show')}
          </Button>
        ) : (
          <Button small onClick={() => reveal.reset()}>
            {t('beneficiaries.details.hide')}
          </Button>
        )}
      </div>
      <p className={styles.quiet}>
        {t(shown === undefined ? 'beneficiaries.details.masked' : 'beneficiaries.details.inFull')}
      </p>
      {reveal.isError && (
        <p className={styles.failure}>{t('beneficiaries.details.failed', { reason: reasonOf(reveal.error) })}</p>
      )}
      <Ledger label={t('beneficiaries.details.title')}>
        {beneficiaryRows(shown ?? maskedEntry(beneficiary)).map((row) => (
          <Row key={row.name} row={row} />
        ))}
      </Ledger>
    </section>
  )
}

function Row({ row: { name, label, value, meaning } }: { readonly row: EntryRow }) {
  return (
    <LedgerRow
      name={label}
      mono={name !== 'email' && isSecretField(name)}
      value={
        meaning === undefined ? (
          <GroupedNumber text={value} />
        ) : (
          <>
            {meaning} {name !== 'method' && <code className={styles.quiet}>{value}</code>}
          </>
        )
      }
    />
  )
}

/** What a list shows, as an entry whose numbers show their ends. */
function maskedEntry(beneficiary: Beneficiary): Entry {
  const endings = Object.entries(beneficiary.masked).map(([field, text]) => [field, endingWords(text)] as const)
  return completeEntry({ ...beneficiary, ...Object.fromEntries(endings) })
}
