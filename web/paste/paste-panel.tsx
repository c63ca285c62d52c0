import { useEffect, useEffectEvent, useState } from 'react'
import type { BankNames } from '#shared/banks/bank-names.ts'
import { type CountryCode, isCountryCode } from '#shared/countries/rule-book.ts'
import type { Words } from '#shared/paste/pasted-text.ts'
import { longestMessage } from '#shared/paste/pasted-text.ts'
import { type MessageReading, readMessage, readMessagePart } from '#shared/paste/read-message.ts'
import type { EntryDraft } from '#shared/payout/entry-draft.ts'
import { useBankNames } from '../api/bank-names.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { t } from '../language/translate.ts'
import { ChoiceField } from '../ui/choice-field.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { TextAreaField } from '../ui/text-field.tsx'
import type { FormFilling } from './filled-notice.tsx'
import { FoundDetails } from './found-details.tsx'
import styles from './paste-details.module.css'

export interface PastePanelProps {
  /** What was pasted outside of the fields, or as several lines into one; '' where the panel was opened to paste into it. */
  readonly pasted: string
  readonly current: () => EntryDraft
  readonly onFill: (filling: FormFilling) => void
  readonly onClose: () => void
}

/** Takes the message and shows what was read from it. The text stays in this component: it is neither sent nor saved. */
export function PastePanel({ pasted, current, onFill, onClose }: PastePanelProps) {
  const [text, setText] = useState('')
  const [whole, setWhole] = useState<MessageReading>()
  const [part, setPart] = useState<Words>()
  const [country, setCountry] = useState<CountryCode>()
  const announce = useAnnounce()
  const bankNames = useBankNames()

  // People open the panel to paste: the text can go in at once.
  useEffect(() => goToField('paste-message'), [])

  const readPasted = useEffectEvent(() => pasted !== '' && read(pasted))
  // A text that was pasted outside of the panel is read as if it had been pasted here.
  useEffect(() => void readPasted(), [])

  function read(message: string, chosen?: CountryCode) {
    const next = message.trim() === '' ? undefined : readIn(message, { chosen, open: current().country, bankNames })
    if (next !== undefined && next.fields.length !== whole?.fields.length) announce(summaryOf(next))
    setText(message)
    setWhole(next)
    setPart(undefined)
    setCountry(chosen)
  }

  const reading = whole && part ? readMessagePart(text, whole, part, country, bankNames) : whole

  return (
    <section className={styles.panel} aria-label={t('paste.panel.title')}>
      <TextAreaField
        name="paste-message"
        label={t('paste.panel.message')}
        hint={t('paste.panel.hint')}
        error={reading?.isTooLong ? tooLong() : undefined}
        value={text}
        onChange={(message) => read(message)}
        lines={6}
      />
      {whole !== undefined && whole.parts.length > 0 && (
        <ChoiceField
          name="paste-part"
          label={t('paste.part.choose')}
          choices={whole.parts.map(({ text: words, start }) => ({ value: String(start), label: words.trim() }))}
          value={String(part?.start ?? '')}
          onChange={(start) => setPart(whole.parts.find((one) => String(one.start) === start))}
        />
      )}
      {reading !== undefined && !reading.isTooLong && (part !== undefined || reading.parts.length === 0) && (
        <FoundDetails
          key={`${text} ${reading.country?.code} ${part?.start}`}
          reading={reading}
          draft={current()}
          onCountry={(code) => isCountryCode(code) && (part === undefined ? read(text, code) : setCountry(code))}
          onFill={onFill}
          onClose={onClose}
        />
      )}
    </section>
  )
}

interface PasteContext {
  readonly chosen: CountryCode | undefined
  readonly open: CountryCode | undefined
  readonly bankNames: BankNames
}

/** A message without a country is taken to be about the country of the form. */
function readIn(message: string, { chosen, open, bankNames }: PasteContext): MessageReading {
  const reading = readMessage(message, chosen, bankNames)
  return reading.country === undefined && open !== undefined ? readMessage(message, open, bankNames) : reading
}

function tooLong(): string {
  return t('paste.panel.tooLong', { max: longestMessage })
}

function summaryOf({ country, fields, parts, isTooLong }: MessageReading): string {
  if (isTooLong) return tooLong()
  if (parts.length > 0) return t('paste.summary.parts', { count: parts.length })
  if (fields.length === 0) return t('paste.summary.nothing')
  const sure = fields.filter(({ sureness }) => sureness === 'sure').length
  const where =
    country === undefined
      ? t('paste.summary.noCountry')
      : t('paste.summary.country', { country: countryNameByCode(country.code) })
  return `${where} ${t('paste.summary.fields', { count: fields.length, sure })}`
}
