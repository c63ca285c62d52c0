import { methodIn, type PayableCountry, ruleBook } from '#shared/countries/rule-book.ts'
import { chosenMethod, filledForm, isAboutSomebodyElse, replacedBy, withoutPerson } from '#shared/paste/fill-form.ts'
import type { FoundField } from '#shared/paste/found.ts'
import type { MessageReading } from '#shared/paste/read-message.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { type EntryDraft, emptyEntry, switchCountry } from '#shared/payout/entry-draft.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { countryOptions } from '../entry/country-options.ts'
import { readingOf } from '../entry/reading.ts'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { SelectField } from '../ui/choice-field.tsx'
import { Callout, Note } from '../ui/tone.tsx'
import type { FormFilling } from './filled-notice.tsx'
import { FoundRow } from './found-row.tsx'
import styles from './paste-details.module.css'

export interface FoundDetailsProps {
  readonly reading: MessageReading
  /** Another message, or another country of this one, is being read. */
  readonly isReading: boolean
  readonly draft: EntryDraft
  readonly onCountry: (code: string) => void
  /** The values that a person chose; undefined until they did: the sure ones. */
  readonly ticks: readonly FoundField[] | undefined
  readonly onTick: (taken: readonly FoundField[]) => void
  readonly onFill: (filling: FormFilling) => void
  readonly onClose: () => void
}

/** The result of reading a message: the country first, then each field, to fill in or leave out. */
export function FoundDetails(props: FoundDetailsProps) {
  const { reading, isReading, draft, ticks, onTick, onFill } = props
  const { country, target, values, isOtherPerson } = useTarget(reading, draft)
  const replaced = (found: FoundField) => country && replacedBy(found, country, values)
  const isSafe = (found: FoundField) => isOtherPerson || replaced(found) === undefined
  const taken = ticks ?? sureOf(reading).filter(isSafe)
  const groups = byField(reading.fields)
  const likely = singleOf(reading).filter((found) => isSafe(found) && !taken.includes(found))

  function take(found: FoundField, isTaken: boolean) {
    const others = taken.filter((other) => other !== found && (!isTaken || other.field !== found.field))
    onTick(isTaken ? [...others, found] : others)
  }

  function fill() {
    if (country === undefined || target === undefined) return
    const shown = values ?? emptyEntry(country)
    const filled = filledForm(country, isOtherPerson ? withoutPerson(country, shown) : shown, taken, reading.method)
    const after = { ...target, entries: { ...target.entries, [country.code]: filled } }
    const open = readingOf(country, filled).errors.find(({ code }) => code === 'missing')?.field
    onFill({ before: beforeOf(draft, country), after, count: taken.length, isOtherPerson, open })
  }

  return (
    <div className={styles.found}>
      <CountryGuess reading={reading} onCountry={props.onCountry} />
      {country && <MethodNote country={country} taken={taken} reading={reading} />}
      <MessageNotes reading={reading} name={nameIn(values)} isOtherPerson={isOtherPerson} />
      {likely.length > 0 && (
        <Actions>
          <Button small onClick={() => onTick([...taken, ...likely])}>
            {t('paste.found.tickLikely')}
          </Button>
        </Actions>
      )}
      <ul className={styles.fields} aria-label={t('paste.found.list')}>
        {groups.map((alternatives) => (
          <FoundRow
            key={alternatives.map(({ field, value }) => `${field} ${value}`).join()}
            alternatives={alternatives}
            country={country}
            method={reading.method?.id}
            all={reading.fields}
            replaced={replaced}
            taken={taken}
            onTake={take}
          />
        ))}
      </ul>
      <Unread reading={reading} />
      <div className={styles.next}>
        <Actions>
          <Button kind="primary" onClick={fill} busy={isReading} unavailable={whyNot(country, taken)}>
            {t('paste.found.fill', { count: taken.length })}
          </Button>
          <Button kind="link" onClick={props.onClose}>
            {t('paste.found.close')}
          </Button>
        </Actions>
      </div>
    </div>
  )
}

/** The form that the message goes into, and whether the message is about another person. */
function useTarget(reading: MessageReading, draft: EntryDraft) {
  const code = reading.country?.code
  const country = code && ruleBook[code]
  const target = country && switchCountry(draft, country)
  const values = code && target?.entries[code]
  const open = draft.country && draft.entries[draft.country]
  const isOtherPerson = isAboutSomebodyElse(reading.fields, open) || isAboutSomebodyElse(reading.fields, values)
  return { country, target, values, isOtherPerson }
}

interface MessageNotesProps {
  readonly reading: MessageReading
  /** The name in the form. */
  readonly name: string
  readonly isOtherPerson: boolean
}

/** Notes on the message to read before any of it is filled in. */
function MessageNotes({ reading: { brCode, fields }, name, isOtherPerson }: MessageNotesProps) {
  const codeNote = brCode !== undefined && brCode !== 'read' && <Note>{t(`paste.brCode.${brCode}`)}</Note>
  if (fields.length === 0) return codeNote || <Note>{t('paste.note.nothing')}</Note>
  const hasName = fields.some(({ field }) => field === 'beneficiaryFirstName' || field === 'beneficiaryLastName')
  return (
    <>
      {codeNote}
      {fields.some(({ reason }) => reason === 'severalPeople') && <Note>{t('paste.part.belongsTogether')}</Note>}
      {isOtherPerson && (
        <Callout tone="warning" title={t('paste.note.somebodyElse')}>
          <p>{name === '' ? t('paste.note.clearsUnnamed') : t('paste.note.clears', { name })}</p>
        </Callout>
      )}
      {!hasName && (
        <Note>{isOtherPerson || name === '' ? t('paste.note.noName') : t('paste.note.noNameButForm', { name })}</Note>
      )}
    </>
  )
}

const mostUnread = 8

/** Numbers, sums and mail addresses of the message that would be missed without a word. */
function Unread({ reading: { unread } }: Pick<FoundDetailsProps, 'reading'>) {
  if (unread.length === 0) return null
  const texts = unread.slice(0, mostUnread).map(({ text }) => t('paste.note.quoted', { words: text.trim() }))
  return <Note>{t('paste.note.unread', { texts: texts.join(', '), more: unread.length - texts.length })}</Note>
}

function nameIn(values: Entry | undefined): string {
  return values === undefined ? '' : `${values.beneficiaryFirstName} ${values.beneficiaryLastName}`.trim()
}

export function sureOf({ fields }: MessageReading): readonly FoundField[] {
  return fields.filter(({ sureness }) => sureness === 'sure')
}

/** Those without another value for the field. */
export function singleOf({ fields }: MessageReading): readonly FoundField[] {
  return byField(fields).flatMap(([found, ...others]) => (found !== undefined && others.length === 0 ? [found] : []))
}

/** The values found for each field, in the order of the form; several for one are alternatives. */
function byField(fields: readonly FoundField[]): readonly (readonly FoundField[])[] {
  return [...new Set(fields.map(({ field }) => field))].map((name) => fields.filter(({ field }) => field === name))
}

function CountryGuess({ reading, onCountry }: Pick<FoundDetailsProps, 'reading' | 'onCountry'>) {
  const { country } = reading
  const words = (country?.why ?? []).map(({ text }) => t('paste.note.quoted', { words: text.trim() })).join(', ')
  const isSure = country?.sureness === 'sure'
  return (
    <SelectField
      name="paste-country"
      label={t('paste.country.label')}
      placeholder={t('paste.country.choose')}
      options={countryOptions()}
      value={country?.code ?? ''}
      onChange={onCountry}
      hint={isSure && words !== '' ? t('paste.country.says', { words }) : undefined}
      warning={isSure ? undefined : hintOfCountry(country !== undefined, words)}
    />
  )
}

function hintOfCountry(isKnown: boolean, words: string): string {
  if (!isKnown) return t('paste.country.none')
  return words === '' ? t('paste.country.likely') : t('paste.country.likelyAsSays', { words })
}

interface MethodNoteProps {
  readonly country: Country
  readonly taken: readonly FoundField[]
  readonly reading: MessageReading
}

/** The method follows from the other values, so it needs no checkbox. */
function MethodNote({ country, taken, reading }: MethodNoteProps) {
  const method = chosenMethod(country, taken, reading.method === undefined ? [] : [reading.method])
  if (method === undefined) return null
  const label = t(methodIn(country, method.id).label)
  return <Note>{t('paste.found.method', { method: label, words: method.words.text.trim() })}</Note>
}

function whyNot(country: Country | undefined, taken: readonly FoundField[]): string | undefined {
  if (country === undefined) return t('paste.found.chooseCountry')
  return taken.length === 0 ? t('paste.found.tickSomething') : undefined
}

/** A form without a country cannot be restored: it becomes the empty one of the country. */
function beforeOf(draft: EntryDraft, country: PayableCountry): EntryDraft {
  if (draft.country !== undefined) return draft
  const empty = draft.entries[country.code] ?? emptyEntry(country)
  return { country: country.code, entries: { ...draft.entries, [country.code]: empty } }
}
