import type { RevealedPayout } from '#shared/api/payout.ts'
import type { FieldName } from '#shared/payout/fields.ts'
import { fieldLabel } from '#shared/rule-book/field-label.ts'
import { fieldUses } from '#shared/rule-book/field-uses.ts'
import { say } from '../language/rule-words.ts'
import { t } from '../language/translate.ts'
import type { FormState } from '../payouts/form-store.ts'
import { meaningWords } from '../payouts/meaning-words.ts'
import { formOf } from '../payouts/revealed-request.tsx'
import { GroupedNumber } from '../ui/grouped-number.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { Note } from '../ui/note.tsx'
import styles from './review.module.css'

/** Where the money goes and to whom, in full and before all else: nobody approves an account that they have not seen. */
export function Essentials({ revealed }: { readonly revealed: RevealedPayout }) {
  const form = formOf(revealed)
  if (form === undefined) return null
  const isSent = (field: FieldName) => ![undefined, '', '-'].includes(textOf(form, field))
  return (
    <>
      <Ledger label={t('review.essentials.label')}>
        {fields.filter(isSent).map((field) => (
          <LedgerRow key={field} name={labelOf(form, field)} value={<Value form={form} field={field} />} />
        ))}
      </Ledger>
      {!isSent('accountNumber') && !isSent('recipientPixKey') && <Note>{t('review.essentials.noAccount')}</Note>}
    </>
  )
}

const fields = ['recipientPixKey', 'accountNumber', 'bankName', 'accountAgencyNumber', 'documentNumber'] as const

function textOf({ reading }: FormState, field: FieldName): string | undefined {
  const value = reading.request[field]
  return value === undefined ? undefined : String(value)
}

function labelOf({ country, given, reading }: FormState, field: FieldName): string {
  const use = fieldUses(country, reading.method)[field]
  return say(fieldLabel(field, use.use === 'asked' ? use.rule : undefined, given))
}

function Value({ form, field }: { readonly form: FormState; readonly field: FieldName }) {
  const text = textOf(form, field) ?? ''
  const meaning = meaningWords(form.country, form.reading.method, field, text)
  return (
    <>
      {meaning !== undefined && `${meaning} · `}
      <span className={field === 'bankName' ? styles.code : styles.number}>
        <GroupedNumber text={text} />
      </span>
    </>
  )
}
