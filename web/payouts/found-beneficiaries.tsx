import type { Beneficiary } from '#shared/api/beneficiary.ts'
import { countryName } from '../entry/country-options.ts'
import { t } from '../language/translate.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './beneficiary-field.module.css'
import type { Marked } from './use-marked.ts'

export interface FoundBeneficiariesProps {
  readonly items: readonly Beneficiary[]
  readonly marked: Marked
  readonly onChoose: (item: Beneficiary) => void
}

/** Those of the book whom the words fit, each a press away. Focus stays in the field above, whose keys mark one. */
export function FoundBeneficiaries({ items, marked: { listId, place, optionId }, onChoose }: FoundBeneficiariesProps) {
  return (
    <div id={listId} role="listbox" className={styles.found} aria-label={t('payouts.book.people')}>
      {items.map((item, index) => (
        <button
          key={item.id}
          id={optionId(index)}
          type="button"
          role="option"
          aria-selected={index === place}
          tabIndex={-1}
          className={classNames(styles.person, index === place && styles.marked)}
          onClick={() => onChoose(item)}
        >
          <span>{item.name}</span>
          <span className={styles.quiet}>{whichOne(item)}</span>
        </button>
      ))}
    </div>
  )
}

/** What tells two of one name apart. */
function whichOne({ country, masked, lastPayoutAt }: Beneficiary): string {
  const document = endOf(masked.documentNumber)
  const account = endOf(masked.accountNumber) ?? endOf(masked.recipientPixKey)
  const paid =
    lastPayoutAt === null ? t('payouts.book.neverPaid') : t('payouts.book.paid', { at: Date.parse(lastPayoutAt) })
  return [countryName(country), document && t('payouts.book.document', { document }), account, paid]
    .filter(Boolean)
    .join(' · ')
}

/** The last four characters come bare, an e-mail address with its own dots. */
function endOf(masked = ''): string | undefined {
  if (masked === '') return undefined
  return masked.includes('…') ? masked : `…${masked}`
}
