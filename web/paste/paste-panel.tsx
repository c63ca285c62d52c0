import { useEffect, useEffectEvent, useState } from 'react'
import { isCountryCode } from '#shared/countries/rule-book.ts'
import type { FoundField } from '#shared/paste/found.ts'
import { longestMessage } from '#shared/paste/pasted-text.ts'
import type { MessageReading } from '#shared/paste/read-message.ts'
import type { EntryDraft } from '#shared/payout/entry-draft.ts'
import { useBankNames } from '../api/bank-names.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { paths } from '../screen/routes.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { TextAreaField } from '../ui/text-field.tsx'
import { Callout } from '../ui/tone.tsx'
import { CodePicture } from './code-picture.tsx'
import type { FormFilling } from './filled-notice.tsx'
import { FoundDetails, sureOf } from './found-details.tsx'
import type { MessageCall } from './message-call.ts'
import styles from './paste-details.module.css'
import { PeopleAsBatch } from './people-as-batch.tsx'
import { useMessage } from './use-message.ts'

export interface PastePanelProps {
  /** What was pasted outside of the fields, or as several lines into one; '' where the panel was opened to paste into it. */
  readonly pasted: string
  /** A picture that was pasted instead. */
  readonly picture: File | undefined
  readonly current: () => EntryDraft
  readonly onFill: (filling: FormFilling) => void
  readonly onClose: () => void
}

/** Takes the message and shows what was read from it. The text stays in this component and its worker: it is neither sent nor saved. */
export function PastePanel({ pasted, picture, current, onFill, onClose }: PastePanelProps) {
  const announce = useAnnounce()
  const bankNames = useBankNames()
  const [{ call, step, answer }, readMessage] = useMessage(({ whole }, before) => {
    if (whole.fields.length !== before?.whole.fields.length) announce(summaryOf(whole))
  })
  const [place, setPlace] = useState(0)
  const [ticks, setTicks] = useState<ReadonlyMap<MessageReading, readonly FoundField[]>>(new Map())
  const text = call?.text ?? ''
  const { whole, people = [] } = answer ?? {}
  const reading = people[place] ?? whole

  // People open the panel to paste: the text can go in at once.
  useEffect(() => goToField('paste-message'), [])

  const readPasted = useEffectEvent(() => pasted !== '' && read(pasted))
  // A text that was pasted outside of the panel is read as if it had been pasted here.
  useEffect(() => void readPasted(), [])

  function read(message: string, chosen: Partial<Pick<MessageCall, 'chosen' | 'chosenOf'>> = {}) {
    if (message !== text) setPlace(0)
    void readMessage({ text: message, chosen: undefined, chosenOf: {}, open: current().country, bankNames, ...chosen })
  }

  function readToo(found: string) {
    read(text === '' ? found : `${text}\n${found}`)
  }

  function chooseCountry(code: string) {
    if (!isCountryCode(code)) return
    if (people.length === 0) read(text, { chosen: code })
    else read(text, { chosen: call?.chosen, chosenOf: { ...call?.chosenOf, [place]: code } })
  }

  const details = reading !== undefined && !reading.isTooLong && (
    <FoundDetails
      key={place}
      reading={reading}
      isReading={step === 'reading'}
      draft={current()}
      ticks={ticks.get(reading)}
      onTick={(taken) => setTicks(new Map([...ticks, [reading, taken]]))}
      onCountry={chooseCountry}
      onFill={onFill}
      onClose={onClose}
    />
  )

  return (
    <section className={styles.panel} data-pasting aria-label={t('paste.panel.title')} aria-busy={step === 'reading'}>
      <TextAreaField
        name="paste-message"
        label={t('paste.panel.message')}
        hint={t('paste.panel.hint')}
        error={whole?.isTooLong ? tooLong() : undefined}
        value={text}
        onChange={(message) => read(message)}
        lines={reading === undefined ? 6 : 4}
      />
      {text === '' && <AskInstead />}
      <CodePicture pasted={picture} onText={readToo} />
      {step === 'failed' && <ReadingFailure onAgain={() => read(text)} />}
      {step === 'reading' && answer === undefined && <Skeleton lines={4} label={t('paste.panel.reading')} />}
      {people.length > 0 ? (
        <>
          <PeopleAsBatch
            people={people.map((one) => ({ reading: one, taken: ticks.get(one) ?? sureOf(one) }))}
            isReading={step === 'reading'}
            onTake={(all) => setTicks(new Map(all.map((one) => [one.reading, one.taken])))}
          />
          <Tabs
            label={t('paste.part.people')}
            tabs={people.map((one, index) => nameIn(one) || (whole?.parts[index]?.text.trim() ?? ''))}
            open={place}
            onOpen={setPlace}
          >
            {details}
          </Tabs>
        </>
      ) : (
        details
      )}
    </section>
  )
}

/** Who types their own details makes fewer mistakes than a message that is read. */
function AskInstead() {
  if (!useSession().data?.hasDetailsLinks) return null
  return (
    <p>
      <AppLink to={paths.detailsLinks}>{t('paste.panel.ask')}</AppLink>
    </p>
  )
}

function ReadingFailure({ onAgain }: { readonly onAgain: () => void }) {
  return (
    <Callout
      tone="error"
      title={t('paste.panel.failed')}
      action={<Button onClick={onAgain}>{t('paste.panel.again')}</Button>}
    />
  )
}

function nameIn({ fields }: MessageReading): string {
  const textOf = (name: FoundField['field']) => fields.find(({ field }) => field === name)?.value ?? ''
  return `${textOf('beneficiaryFirstName')} ${textOf('beneficiaryLastName')}`.trim()
}

function tooLong(): string {
  return t('paste.panel.tooLong', { max: longestMessage })
}

function summaryOf({ country, fields, parts, isTooLong }: MessageReading): string {
  if (isTooLong) return tooLong()
  if (parts.length > 0) return t('paste.part.several', { count: parts.length })
  if (fields.length === 0) return t('paste.summary.nothing')
  const sure = fields.filter(({ sureness }) => sureness === 'sure').length
  const where =
    country === undefined
      ? t('paste.summary.noCountry')
      : t('paste.summary.country', { country: countryNameByCode(country.code) })
  return `${where} ${t('paste.summary.fields', { count: fields.length, sure })}`
}
