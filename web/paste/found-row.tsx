import { type ReactNode, useId, useState } from 'react'
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
import { Button } from '../ui/button.tsx'
import { fieldId } from '../ui/field.tsx'
import { GroupedNumber } from '../ui/grouped-number.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { Badge } from '../ui/tone.tsx'
import styles from './paste-details.module.css'

export interface FoundRowProps {
  /** The likeliest value first, then what else it may be; at most one can be chosen. */
  readonly alternatives: readonly FoundField[]
  readonly country: Country | undefined
  readonly method: string | undefined
  readonly all: readonly FoundField[]
  /** The value in the form that would be replaced. */
  readonly replaced: (found: FoundField) => string | undefined
  readonly taken: readonly FoundField[]
  readonly onTake: (found: FoundField, isTaken: boolean) => void
}

/** The result for one field: the likeliest value, how certain it is, the words it was read from, and what else it may be. */
export function FoundRow({ alternatives, country, method, all, replaced, taken, onTake }: FoundRowProps) {
  const chosen = alternatives.find((found) => taken.includes(found))
  const [latest, setLatest] = useState(chosen)
  const found = chosen ?? latest ?? alternatives[0]
  const announce = useAnnounce()
  if (found === undefined) return null
  const name = `paste-${found.field}`
  const label = labelOf(found, country, method, all)

  function takeInstead(other: FoundField) {
    setLatest(other)
    onTake(other, true)
    announce(t('paste.row.taken', { field: label, value: valueText(other) }))
  }

  return (
    <li>
      <TickField
        name={name}
        label={label}
        value={chosen !== undefined}
        onChange={(isTaken) => {
          setLatest(found)
          onTake(found, isTaken)
        }}
        description={<Description found={found} why={whySeveral(alternatives)} replaced={replaced(found)} />}
      />
      {alternatives.length > 1 && <Rivals name={name} found={found} alternatives={alternatives} onTake={takeInstead} />}
    </li>
  )
}

interface RivalsProps {
  readonly name: string
  readonly found: FoundField
  readonly alternatives: readonly FoundField[]
  readonly onTake: (found: FoundField) => void
}

/** What else the field may be, each with a button that takes it instead. */
function Rivals({ name, found, alternatives, onTake }: RivalsProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset with a legend would repeat the label of the field
    <div role="group" className={styles.rivals} aria-labelledby={`${fieldId(name)}-label ${id}`}>
      <span id={id}>{t('paste.row.alsoPossible')}</span>
      {alternatives
        .filter((other) => other !== found)
        .map((other, place) => (
          // By place, so that focus stays and a second press takes the first value back.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span key={place} className={styles.rival}>
            <Button small onClick={() => onTake(other)}>
              {t('paste.row.useInstead', { value: valueText(other) })}
            </Button>
            {other.words.text !== found.words.text && (
              <span className={styles.words}>{tNode('paste.row.from', { words: other.words.text.trim(), quote })}</span>
            )}
          </span>
        ))}
    </div>
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

interface DescriptionProps {
  readonly found: FoundField
  /** Why there is more than one value. */
  readonly why: string | undefined
  readonly replaced: string | undefined
}

function Description({ found, why, replaced }: DescriptionProps) {
  const { sureness, reason, value } = found
  const words = found.words.text.trim()
  return (
    <>
      <span className={styles.value}>
        <Value found={found} />{' '}
        <Badge tone={sureness === 'sure' ? 'success' : 'warning'}>
          {t(sureness === 'sure' ? 'paste.row.sure' : 'paste.row.likely')}
        </Badge>
      </span>
      {(reason !== undefined || words !== value) && (
        <span className={styles.words}>
          {reason === undefined
            ? tNode('paste.row.from', { words, quote })
            : tNode('paste.row.fromInDoubt', { words, quote, reason: reasonText(reason) })}
        </span>
      )}
      {why !== undefined && <span className={styles.replaced}>{why}</span>}
      {replaced !== undefined && (
        <span className={styles.replaced}>{t('paste.row.replaces', { value: replaced })}</span>
      )}
    </>
  )
}

function quote(parts: ReactNode): ReactNode {
  return <q>{parts}</q>
}

function valueText({ field, value, meaning }: FoundField): string {
  return coded.includes(field) ? meaningText(meaning ?? value) : value
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
