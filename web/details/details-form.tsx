import { useSyncExternalStore } from 'react'
import { isCountryCode, type PayableCountry } from '#shared/countries/rule-book.ts'
import type { FormField } from '#shared/payout/form-fields.ts'
import { countryOptions } from '../entry/country-options.ts'
import { inPairs } from '../entry/short-fields.ts'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { ChoiceField, SelectField } from '../ui/choice-field.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { FieldGrid } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'
import { Note } from '../ui/tone.tsx'
import { DetailsField } from './details-field.tsx'
import styles from './details-page.module.css'
import { issueWords } from './issue-words.ts'
import { Paste } from './paste.tsx'
import type { DetailsReading } from './reading.ts'
import type { DetailsForm } from './use-details-form.ts'

interface DetailsFormViewProps {
  readonly form: DetailsForm
  /** The country was chosen by who asks. */
  readonly isCountryFixed: boolean
  readonly onGoOn: () => void
}

/** Country and method, then what these ask for. */
export function DetailsFormView({ form, isCountryFixed, onGoOn }: DetailsFormViewProps) {
  const { reading, attempt } = form
  const errors = attempt > 0 ? (reading?.errors ?? []) : []
  const hasChoice = !isCountryFixed || (reading?.country.methods.length ?? 0) > 1
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (form.attemptToGoOn()) onGoOn()
      }}
    >
      <ErrorSummary
        attempt={attempt}
        items={
          attempt > 0 && reading === undefined
            ? [{ name: 'country', message: t('payee.country.missing') }]
            : errors.map((error) => ({ name: error.field, message: issueWords(error) }))
        }
      />
      <Paste draft={form.draft} onFill={form.fill} />
      {hasChoice && <CountryAndMethod form={form} isCountryFixed={isCountryFixed} />}
      {reading !== undefined && <Sections form={form} reading={reading} from={hasChoice ? 2 : 1} />}
      <Offline />
      <Actions>
        <Button kind="primary" type="submit">
          {t('payee.continue')}
        </Button>
      </Actions>
    </form>
  )
}

function CountryAndMethod({ form, isCountryFixed }: Pick<DetailsFormViewProps, 'form' | 'isCountryFixed'>) {
  const { reading, attempt } = form
  return (
    <Section number={1} title={t('payouts.where.title')} complete={reading !== undefined}>
      <FieldGrid>
        {!isCountryFixed && (
          <SelectField
            name="country"
            label={t('payee.country')}
            error={attempt > 0 && reading === undefined ? t('payee.country.missing') : undefined}
            options={countryOptions()}
            value={reading?.country.code ?? ''}
            onChange={(code) => isCountryCode(code) && form.chooseCountry(code)}
          />
        )}
        {reading !== undefined && reading.country.methods.length > 1 && (
          <MethodChoice form={form} country={reading.country} value={reading.entry.method} />
        )}
      </FieldGrid>
    </Section>
  )
}

interface MethodChoiceProps {
  readonly form: DetailsForm
  readonly country: PayableCountry
  readonly value: string
}

function MethodChoice({ form, country, value }: MethodChoiceProps) {
  return (
    <ChoiceField
      name="method"
      label={t('payee.method')}
      value={value}
      onChange={(method) => form.change({ method })}
      choices={country.methods.map(({ id, label, summary }) => ({ value: id, label: t(label), detail: t(summary) }))}
    />
  )
}

interface SectionsProps {
  readonly form: DetailsForm
  readonly reading: DetailsReading
  /** The number of the first one. */
  readonly from: number
}

function Sections({ form, reading, from }: SectionsProps) {
  const isIn = (section: FormField['section']) => reading.fields.filter((field) => field.section === section)
  const parts = [
    { title: t('payee.you'), fields: isIn('beneficiary') },
    { title: t('payee.account'), fields: isIn('account') },
    { title: t('payee.contact'), fields: isIn('more') },
  ]
  return parts.map(
    ({ title, fields }, place) =>
      fields.length > 0 && (
        <Section
          key={title}
          number={place + from}
          title={title}
          complete={
            fields.some(({ name }) => reading.entry[name] !== '') && !fields.some(({ name }) => isWrong(reading, name))
          }
          errors={fields.filter(({ name }) => form.errorOf(name) !== undefined).length}
        >
          <FieldGrid>
            {inPairs(fields).map(({ field, isShort }) => (
              <DetailsField key={field.name} field={field} isShort={isShort} form={form} reading={reading} />
            ))}
          </FieldGrid>
        </Section>
      ),
  )
}

function isWrong({ errors }: DetailsReading, name: string): boolean {
  return errors.some(({ field }) => field === name)
}

/** Typing goes on without a connection; only sending needs one. */
function Offline() {
  const isOnline = useSyncExternalStore(followConnection, () => navigator.onLine)
  return <div role="status">{!isOnline && <Note>{t('payee.offline')}</Note>}</div>
}

function followConnection(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
