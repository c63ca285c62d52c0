import { methodIn } from '#shared/countries/rule-book.ts'
import type { FoundField } from '#shared/paste/found.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { isEntryField } from '#shared/rule-book/entry-fields.ts'
import { fieldLabel } from '#shared/rule-book/field-label.ts'
import { fieldUses } from '#shared/rule-book/field-uses.ts'
import { Badge } from '../ui/badge.tsx'
import { GroupedNumber } from '../ui/grouped-number.tsx'
import { TickField } from '../ui/tick-field.tsx'
import styles from './paste-details.module.css'

export interface FoundRowProps {
  readonly name: string
  readonly found: FoundField
  readonly country: Country | undefined
  readonly method: string | undefined
  readonly all: readonly FoundField[]
  /** What stands in the form and would go. */
  readonly replaced: string | undefined
  readonly isTaken: boolean
  readonly onTake: (isTaken: boolean) => void
}

/** One found value: what it is, how sure, and the words it came from. */
export function FoundRow({ name, found, country, method, all, replaced, isTaken, onTake }: FoundRowProps) {
  const { sureness, doubt, words } = found
  return (
    <li>
      <TickField
        name={name}
        label={labelOf(found, country, method, all)}
        value={isTaken}
        onChange={onTake}
        description={
          <>
            <span className={styles.value}>
              <Value found={found} />{' '}
              <Badge tone={sureness === 'sure' ? 'success' : 'warning'}>
                {sureness === 'sure' ? 'Sure' : 'Likely'}
              </Badge>
            </span>
            <span className={styles.words}>
              from <q>{words.text.trim()}</q>
              {doubt !== undefined && ` · ${doubt}`}
            </span>
            {replaced !== undefined && <span className={styles.replaced}>Replaces “{replaced}” in the form</span>}
          </>
        }
      />
    </li>
  )
}

function Value({ found: { field, value, meaning } }: { readonly found: FoundField }) {
  if (coded.includes(field)) return meaning ?? value
  if (!numbers.includes(field)) return value
  return (
    <code>
      <GroupedNumber text={value} />
    </code>
  )
}

const coded: readonly FoundField['field'][] = ['beneficiaryType', 'documentType', 'bankName', 'payoutAccountTypeCode']

const numbers: readonly FoundField['field'][] = [
  'documentNumber',
  'accountNumber',
  'accountAgencyNumber',
  'recipientPixKey',
  'checkDocumentNumber',
]

function labelOf(
  { field, meaning }: FoundField,
  country: Country | undefined,
  method: string | undefined,
  all: readonly FoundField[],
): string {
  if (!isEntryField(field)) return `${meaning ?? 'Document'} for the bank check`
  if (country === undefined) return fieldLabel(field)
  const use = fieldUses(country, methodIn(country, method))[field]
  const given = Object.fromEntries(all.map((found) => [found.field, found.value] as const))
  return fieldLabel(field, use.use === 'asked' ? use.rule : undefined, given)
}
