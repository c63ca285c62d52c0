import type { Beneficiary } from '#shared/api/beneficiary.ts'
import styles from './book-field.module.css'
import { countryName } from './country-options.ts'
import { t } from './form-words.ts'

export interface FoundInBookProps {
  readonly items: readonly Beneficiary[]
  readonly onChoose: (item: Beneficiary) => void
}

/** Those of the book whom the words fit, each a press away. */
export function FoundInBook({ items, onChoose }: FoundInBookProps) {
  return (
    <ul className={styles.found} aria-label={t('book.people')}>
      {items.map((item) => (
        <li key={item.id}>
          <button type="button" className={styles.person} onClick={() => onChoose(item)}>
            <span>{item.name}</span>
            <span className={styles.quiet}>{whichOne(item)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** What tells two of one name apart. */
function whichOne({ country, masked, lastPayoutAt }: Beneficiary): string {
  const document = endOf(masked.documentNumber)
  const account = endOf(masked.accountNumber) ?? endOf(masked.recipientPixKey)
  const paid = lastPayoutAt === null ? t('book.neverPaid') : t('book.paid', { at: Date.parse(lastPayoutAt) })
  return [countryName(country), document && t('book.document', { document }), account, paid].filter(Boolean).join(' · ')
}

/** The last four characters come bare, an e-mail address with its own dots. */
function endOf(masked = ''): string | undefined {
  if (masked === '') return undefined
  return masked.includes('…') ? masked : `…${masked}`
}
