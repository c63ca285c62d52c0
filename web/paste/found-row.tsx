import { type ReactNode, useId } from 'react'
import { methodIn } from '#shared/countries/rule-book.ts'
import type { FoundField } from '#shared/paste/found.ts'
import type { UncertaintyReason } from '#shared/paste/reason.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { fieldUses } from '#shared/payout/field-uses.ts'
import { isRequestField } from '#shared/payout/fields.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { meaningText } from '../entry/entry-words.ts'
import { issueText } from '../language/issue-text.ts'
import { t, tNode } from '../language/translate.ts'
import { GroupedNumber } from '../ui/grouped-number.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { Badge } from '../ui/tone.tsx'
import styles from './paste-details.module.css'

export interface FoundRowProps {
  /** One value, or alternatives of which at most one can be chosen. */
  readonly alternatives: readonly FoundField[]
  readonly country: Country | undefined
  readonly method: string | undefined
  readonly all: readonly FoundField[]
  /** The value in the form that would be replaced. */
  readonly replaced: (found: FoundField) => string | undefined
  readonly taken: readonly FoundField[]
  readonly onTake: (found: FoundField, isTaken: boolean) => void
}

/** The result for one field: the value, how certain it is, and the words it was read from. */
export function FoundRow({ alternatives, country, method, all, replaced, taken, onTake }: FoundRowProps) {
  const [found, ...others] = alternatives
  if (found === undefined) return null
  const label = labelOf(found, country, method, all)
  if (others.length > 0)
    return (
      <li>
        <Alternatives label={label} alternatives={alternatives} replaced={replaced} taken={taken} onTake={onTake} />
      </li>
    )
  return (
    <li>
      <TickField
        name={`paste-${found.field}`}
        label={label}
        value={taken.includes(found)}
        onChange={(isTaken) => onTake(found, isTaken)}
        description={<Description found={found} replaced={replaced(found)} />}
      />
    </li>
  )
}

interface AlternativesProps extends Pick<FoundRowProps, 'alternatives' | 'replaced' | 'taken' | 'onTake'> {
  readonly label: string
}

/** Several values for one field: one of them, or none, can be chosen. */
function Alternatives({ label, alternatives, replaced, taken, onTake }: AlternativesProps) {
  const id = useId()
  const chosen = alternatives.find((found) => taken.includes(found))
  const why = whySeveral(alternatives)
  return (
    <fieldset className={styles.alternatives}>
      <legend>{label}</legend>
      {why !== undefined && <p className={styles.why}>{why}</p>}
      {alternatives.map((found) => (
        <label key={found.value} className={styles.alternative}>
          <input type="radio" name={id} checked={found === chosen} onChange={() => onTake(found, true)} />
          <span>
            <Description found={found} replaced={replaced(found)} />
          </span>
        </label>
      ))}
      <label className={styles.alternative}>
        <input
          type="radio"
          name={id}
          checked={chosen === undefined}
          onChange={() => chosen !== undefined && onTake(chosen, false)}
        />
        <span>{t('paste.row.none')}</span>
      </label>
    </fieldset>
  )
}

/** One bank by the account number, another by the text. */
function whySeveral(alternatives: readonly FoundField[]): string | undefined {
  if (alternatives.some(({ field }) => field !== 'bankName')) return undefined
  const isOfNumber = ({ words }: FoundField) => /\d{6}/.test(words.text.replace(/\D/g, ''))
  const byNumber = alternatives.find(isOfNumber)
  const byText = alternatives.find((found) => !isOfNumber(found))
  if (byNumber === undefined || byText === undefined) return undefined
  return t('paste.row.twoBanks', { ofNumber: bankIn(byNumber), ofText: bankIn(byText) })
}

/** Without its code. */
function bankIn({ meaning, value }: FoundField): string {
  return meaningText(meaning ?? value).replace(/ · [^·]*$/, '')
}

function Description({ found, replaced }: { readonly found: FoundField; readonly replaced: string | undefined }) {
  const { sureness, reason, words } = found
  return (
    <>
      <span className={styles.value}>
        <Value found={found} />{' '}
        <Badge tone={sureness === 'sure' ? 'success' : 'warning'}>
          {t(sureness === 'sure' ? 'paste.row.sure' : 'paste.row.likely')}
        </Badge>
      </span>
      <span className={styles.words}>
        {reason === undefined
          ? tNode('paste.row.from', { words: words.text.trim(), quote })
          : tNode('paste.row.fromInDoubt', { words: words.text.trim(), quote, reason: reasonText(reason) })}
      </span>
      {replaced !== undefined && (
        <span className={styles.replaced}>{t('paste.row.replaces', { value: replaced })}</span>
      )}
    </>
  )
}

function quote(parts: ReactNode): ReactNode {
  return <q>{parts}</q>
}

function Value({ found: { field, value, meaning } }: { readonly found: FoundField }) {
  if (coded.includes(field)) return meaningText(meaning ?? value)
  if (!numbers.includes(field)) return value
  return (
    <code>
      <GroupedNumber text={value} />
    </code>
  )
}

const coded: readonly FoundField['field'][] = ['bankName', 'beneficiaryType', 'documentType', 'payoutAccountTypeCode']

const numbers: readonly FoundField['field'][] = [
  'documentNumber',
  'accountNumber',
  'accountAgencyNumber',
  'recipientPixKey',
  'validationDocumentNumber',
]

function labelOf(
  { field, meaning }: FoundField,
  country: Country | undefined,
  method: string | undefined,
  all: readonly FoundField[],
): string {
  if (!isRequestField(field) && meaning !== undefined)
    return t('paste.row.forBankCheck', { document: meaningText(meaning) })
  if (country === undefined) return t(fieldLabel(field))
  const use = fieldUses(country, methodIn(country, method))[field]
  const given = Object.fromEntries(all.map((found) => [found.field, found.value] as const))
  return t(fieldLabel(field, use.use === 'asked' ? use.rule : undefined, given))
}

/** Why a value is only likely, and what to do about it. */
export function reasonText(reason: UncertaintyReason): string {
  if (typeof reason === 'string') return t(`paste.issue.${reason}`)
  switch (reason.is) {
    case 'oneOfSeveral':
      return t('paste.reason.severalValues', { count: reason.count })
    case 'readAsZeros':
      return t('paste.reason.zeros', { word: reason.word })
    case 'againstRule':
      return issueText(reason.error)
  }
}
