import { useState } from 'react'
import type { FormField } from '#shared/payout/form-fields.ts'
import { paperGroups } from '#shared/payout/number-groups.ts'
import { describeValue } from '#shared/payout/value-meaning.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { language } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { GroupedNumber } from '../ui/grouped-number.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Callout } from '../ui/tone.tsx'
import { nationalName } from './banks.ts'
import { type FailureReason, failureReason, type OpenedLink } from './calls.ts'
import styles from './details-page.module.css'
import { Heading } from './heading.tsx'
import { issueWords } from './issue-words.ts'
import type { DetailsReading } from './reading.ts'

interface DetailsLookProps {
  readonly reading: DetailsReading
  readonly privacy: OpenedLink['privacy']
  readonly onBack: () => void
  /** Resolves once it has arrived. @throws CallFailure */
  readonly onSend: () => Promise<void>
}

/** What will be sent, as on paper, to be compared once more. */
export function DetailsLook({ reading, privacy, onBack, onSend }: DetailsLookProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<FailureReason>()
  const announce = useAnnounce()

  async function send() {
    if (isBusy) return
    setIsBusy(true)
    setFailure(undefined)
    announce(t('payee.sending'))
    try {
      await onSend()
    } catch (cause) {
      setFailure(failureReason(cause))
    }
    setIsBusy(false)
  }

  return (
    <>
      <Heading title={t('payee.look.title')} isNew />
      <p>{t('payee.look.text')}</p>
      <dl className={styles.look}>
        <Row label={t('payee.country')} value={countryNameByCode(reading.country.code)} />
        {reading.country.methods.length > 1 && <Row label={t('payee.method')} value={t(reading.method.label)} />}
        {reading.fields.map((field) => (
          <FieldRow key={field.name} field={field} reading={reading} />
        ))}
      </dl>
      <Doubts reading={reading} />
      <Privacy notices={privacy} />
      <p className={styles.consent}>{t('payee.consent')}</p>
      <div role="alert">
        {failure !== undefined && (
          <Callout tone="error" title={t(failure === 'ended' ? 'payee.ended.title' : 'payee.send.failed.title')}>
            <p>{t(`payee.send.${failure}`)}</p>
          </Callout>
        )}
      </div>
      <Actions>
        <Button kind="primary" busy={isBusy} onClick={() => void send()}>
          {t('payee.send')}
        </Button>
        <Button onClick={onBack}>{t('payee.look.change')}</Button>
      </Actions>
    </>
  )
}

function FieldRow({ field, reading }: { readonly field: FormField; readonly reading: DetailsReading }) {
  const { country, method, request, entry } = reading
  const { name } = field
  const sent = request[name]
  const value = typeof sent === 'string' ? sent : String(entry[name] ?? '')
  if (value === '') return null
  const meaning = describeValue(country, method, name, value) ?? (name === 'bankName' ? nationalName(value) : undefined)
  const words = meaning === undefined || typeof meaning === 'string' ? meaning : t(meaning)
  const label = t(field.label)
  if (!grouped.includes(name)) return <Row label={label} value={words ?? value} />
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd className={styles.number}>
        <GroupedNumber text={value} groups={paperGroups(country.code, name, value)} />
      </dd>
    </div>
  )
}

const grouped: readonly string[] = ['documentNumber', 'accountNumber', 'recipientPixKey', 'accountAgencyNumber']

function Row({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** What may be wrong: the payee knows best, and may send it as it is. */
function Doubts({ reading }: { readonly reading: DetailsReading }) {
  const { warnings, fields, entry } = reading
  const lacksAccount = fields.some(({ name }) => name === 'accountNumber') && entry.accountNumber === ''
  const texts = [
    ...(lacksAccount && entry.recipientPixKey === '' ? [t('payee.noAccount')] : []),
    ...warnings.map(issueWords),
  ]
  if (texts.length === 0) return null
  return (
    <Callout tone="warning" title={t('payee.look.doubts')}>
      <ul className={styles.doubts}>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Callout>
  )
}

/** In the merchant's own words: those in the language of the page, else the first that there are. */
function Privacy({ notices }: { readonly notices: OpenedLink['privacy'] }) {
  const spoken = [language(), ...Object.keys(notices)].find((code) => notices[code])
  return (
    spoken && (
      <p key={spoken} lang={spoken} className={classNames(styles.consent, styles.asTyped)}>
        {notices[spoken]?.split(/(https:\/\/\S*[^\s.,;:!?)>"”»])/).map((part, place) =>
          place % 2 === 0 ? (
            part
          ) : (
            <a key={part} href={part} target="_blank" rel="noreferrer">
              {part}
            </a>
          ),
        )}
      </p>
    )
  )
}
