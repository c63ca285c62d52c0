import type { RevealedPayout } from '#shared/api/payout.ts'
import type { FieldName } from '#shared/payout/fields.ts'
import { useBankNames } from '../api/bank-names.ts'
import { labelIn, meaningWords } from '../entry/entry-words.ts'
import type { FormReading } from '../entry/reading.ts'
import { t } from '../language/translate.ts'
import { revealedReading } from '../payouts/revealed-request.tsx'
import { GroupedNumber } from '../ui/grouped-number.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { Note } from '../ui/tone.tsx'
import styles from './review.module.css'

/** Where the money goes and to whom, in full and before all else: nobody approves an account that they have not seen. */
export function Essentials({ revealed }: { readonly revealed: RevealedPayout }) {
  const reading = revealedReading(revealed)
  if (reading === undefined) return null
  const isSent = (field: FieldName) => ![undefined, '', '-'].includes(textOf(reading, field))
  return (
    <>
      <Ledger label={t('review.essentials.label')}>
        {fields.filter(isSent).map((field) => (
          <LedgerRow key={field} name={labelIn(reading, field)} value={<Value reading={reading} field={field} />} />
        ))}
      </Ledger>
      {!isSent('accountNumber') && !isSent('recipientPixKey') && <Note>{t('review.essentials.noAccount')}</Note>}
    </>
  )
}

const fields = ['recipientPixKey', 'accountNumber', 'bankName', 'accountAgencyNumber', 'documentNumber'] as const

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
        <GroupedNumber text={text} />
      </span>
    </>
  )
}
