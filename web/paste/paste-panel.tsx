import { useEffect, useState } from 'react'
import type { BankNames } from '#shared/banks/bank-names.ts'
import { type CountryCode, isCountryCode } from '#shared/countries/rule-book.ts'
import { longestMessage } from '#shared/paste/message.ts'
import { type MessageReading, readMessage } from '#shared/paste/read-message.ts'
import type { EntryDraft } from '#shared/payout/entry-draft.ts'
import { useBankNames } from '../api/bank-names.ts'
import { countryName } from '../entry/country-options.ts'
import { t } from '../language/translate.ts'
import { goToField } from '../ui/error-summary.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { TextAreaField } from '../ui/text-field.tsx'
import type { Filling } from './filled-notice.tsx'
import { FoundDetails } from './found-details.tsx'
import styles from './paste-details.module.css'

export interface PastePanelProps {
  readonly current: () => EntryDraft
  readonly onFill: (filling: Filling) => void
  readonly onClose: () => void
}

/** Takes the message and shows what it holds. The text lives here alone: it is neither sent nor kept. */
export function PastePanel({ current, onFill, onClose }: PastePanelProps) {
  const [text, setText] = useState('')
  const [reading, setReading] = useState<MessageReading>()
  const announce = useAnnounce()
  const bankNames = useBankNames()

  // Anyone who opens the panel has something to paste: it can go in at once.
  useEffect(() => goToField('paste-message'), [])

  function read(message: string, chosen?: CountryCode) {
    const next = message.trim() === '' ? undefined : readIn(message, { chosen, open: current().country, bankNames })
    if (next !== undefined && next.fields.length !== reading?.fields.length) announce(summaryOf(next))
    setText(message)
    setReading(next)
  }

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
      {reading !== undefined && !reading.isTooLong && (
        <FoundDetails
          key={`${text} ${reading.country?.code}`}
          reading={reading}
          draft={current()}
          onCountry={(code) => isCountryCode(code) && read(text, code)}
          onFill={onFill}
          onClose={onClose}
        />
      )}
    </section>
  )
}

interface Around {
  readonly chosen: CountryCode | undefined
  readonly open: CountryCode | undefined
  readonly bankNames: BankNames
}

/** Where a message names no country, it is taken to be about the one that the form is open at. */
function readIn(message: string, { chosen, open, bankNames }: Around): MessageReading {
  const reading = readMessage(message, chosen, bankNames)
  return reading.country === undefined && open !== undefined ? readMessage(message, open, bankNames) : reading
}

function tooLong(): string {
  return t('paste.panel.tooLong', { max: longestMessage })
}

function summaryOf({ country, fields, isTooLong }: MessageReading): string {
  if (isTooLong) return tooLong()
  if (fields.length === 0) return t('paste.summary.nothing')
  const sure = fields.filter(({ sureness }) => sureness === 'sure').length
  const where =
    country === undefined
      ? t('paste.summary.noCountry')
      : t('paste.summary.country', { country: countryName(country.code) })
  return `${where} ${t('paste.summary.fields', { count: fields.length, sure })}`
}
