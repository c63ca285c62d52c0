import { useEffect, useState } from 'react'
import { noBankNames } from '#shared/banks/bank-names.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { filledForm } from '#shared/paste/fill-form.ts'
import type { FoundField } from '#shared/paste/found.ts'
import type { MessageReading } from '#shared/paste/read-message.ts'
import { type EntryDraft, emptyEntry, switchCountry } from '#shared/payout/entry-draft.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { fieldOf } from '#shared/payout/fields.ts'
import { t } from '../language/translate.ts'
import { createMessageReader } from '../paste/message-reader.ts'
import { Actions, Button } from '../ui/button.tsx'
import { TextAreaField } from '../ui/text-field.tsx'
import { Note } from '../ui/tone.tsx'
import styles from './details-page.module.css'

interface PasteReaderProps {
  readonly draft: EntryDraft
  readonly onFill: (draft: EntryDraft, count: number) => void
}

/** The box for the text, and what was found in it. The text is read beside the page, and goes nowhere. */
export function PasteReader({ draft, onFill }: PasteReaderProps) {
  const [text, setText] = useState('')
  const [found, setFound] = useState<MessageReading | 'failed'>()
  const [reader] = useState(createMessageReader)
  useEffect(() => reader.end, [reader])

  async function read(typed: string) {
    setText(typed)
    setFound(undefined)
    if (typed.trim() === '') return reader.end()
    try {
      const { country } = draft
      // Of the country that is asked for, whatever else the text may be about.
      setFound(
        (await reader.read({ text: typed, chosen: country, chosenOf: {}, open: undefined, bankNames: noBankNames }))
          .whole,
      )
    } catch {
      setFound('failed')
    }
  }

  const reading = found === 'failed' ? undefined : found
  const fields = reading === undefined ? [] : oneOfEach(reading.fields)
  return (
    <div className={styles.paste}>
      <TextAreaField
        name="pasted"
        label={t('payee.paste.label')}
        hint={t('payee.paste.hint')}
        value={text}
        onChange={(typed) => void read(typed)}
      />
      <div role="status">
        {found === 'failed' && <Note>{t('payee.paste.failed')}</Note>}
        {reading !== undefined && fields.length === 0 && <Note>{t('payee.paste.nothing')}</Note>}
        {fields.length > 0 && (
          <ul className={styles.doubts}>
            {fields.map((one) => (
              <li key={one.field}>
                {t(fieldLabel(one.field))}: {shownValue(one)}
              </li>
            ))}
          </ul>
        )}
      </div>
      {reading !== undefined && fields.length > 0 && (
        <Actions>
          <Button onClick={() => onFill(filledDraft(draft, reading, fields), fields.length)}>
            {t('payee.paste.fill')}
          </Button>
        </Actions>
      )}
    </div>
  )
}

/** A code in words; what a number is called does not say which it is. */
function shownValue({ field, value, meaning = value }: FoundField): string {
  if (!codes.includes(field)) return value
  return typeof meaning === 'string' ? meaning : t(meaning)
}

const codes: readonly string[] = ['bankName', 'documentType', 'payoutAccountTypeCode', 'beneficiaryType']

/** What the form asks of a payee, where the text leaves no choice. */
function oneOfEach(fields: readonly FoundField[]): readonly FoundField[] {
  const isAlone = ({ field }: FoundField) => fields.filter((other) => other.field === field).length === 1
  return fields.filter(
    (found) => fieldOf(found.field).of === 'beneficiary' && found.field !== 'country' && isAlone(found),
  )
}

function filledDraft(
  draft: EntryDraft,
  { country, method }: MessageReading,
  fields: readonly FoundField[],
): EntryDraft {
  const code = draft.country ?? country?.code
  if (!isCountryCode(code)) return draft
  const { entries } = switchCountry(draft, ruleBook[code])
  const filled = filledForm(ruleBook[code], entries[code] ?? emptyEntry(ruleBook[code]), fields, method)
  return { country: code, entries: { ...entries, [code]: filled } }
}
