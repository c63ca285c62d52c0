import { memo, Suspense, useState } from 'react'
import { warningId } from '#shared/api/issue.ts'
import { gradeOf } from '#shared/api/warning.ts'
import type { FieldName } from '#shared/payout/fields.ts'
import { paperGroups } from '#shared/payout/number-groups.ts'
import { sentRequest } from '#shared/payout/sent-request.ts'
import { useBankNames } from '../api/bank-names.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { RequestStatus, useShownErrors } from '../entry/entry-errors.tsx'
import { meaningWords } from '../entry/entry-words.ts'
import { amountWords } from '../entry/payout-words.tsx'
import { type FormReading, isFilledInLater, useReading } from '../entry/reading.ts'
import { ChangedFields, RequestSummary } from '../entry/request-summary.tsx'
import { useWarnings, warningName } from '../entry/warnings-context.tsx'
import { alike, issueText } from '../language/issue-text.ts'
import { t } from '../language/translate.ts'
import { laterScreen } from '../screen/loading.tsx'
import { useSentFields } from '../session/use-session.ts'
import { useAfterPaint } from '../ui/after-paint.ts'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { FieldLink } from '../ui/error-summary.tsx'
import { GroupedNumber } from '../ui/grouped-number.tsx'
import { Name } from '../ui/name.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout, Note, ToneIcon, toneClass } from '../ui/tone.tsx'
import { gradeTones } from '../validations/grade-tones.ts'
import styles from './request-view.module.css'

const CodeBlock = laterScreen(async () => (await import('../ui/code-block.tsx')).CodeBlock)

export interface RequestViewProps {
  /** The name of a beneficiary who is paid with the saved details; it is not in the form. */
  readonly paid: string | undefined
}

/** The payout request: beneficiary, destination and amount; changed values and warnings; then every field, or the JSON. */
export function RequestView(props: RequestViewProps) {
  const reading = useReading((found) => found)
  return reading && <View reading={reading} {...props} />
}

interface ViewProps extends RequestViewProps {
  readonly reading: FormReading
}

function View({ reading, paid }: ViewProps) {
  const [isJson, setIsJson] = useState(false)
  const shown = useAfterPaint(reading)
  const sentFields = useSentFields()
  const isWhole = !isFilledInLater(reading)
  const notice = reading.notices.find(({ code }) => code === 'usd_settlement')
  return (
    <div className={styles.view}>
      <Lead reading={shown} paid={paid} />
      <div className={styles.head}>
        <RequestStatus ready={t('payouts.status.ready')} />
        {isWhole && (
          <Button kind="link" small onClick={() => setIsJson(!isJson)}>
            {t(isJson ? 'payouts.request.inWords' : 'payouts.request.asJson')}
          </Button>
        )}
      </div>
      {!isWhole && <Note>{t('payouts.request.savedDetails')}</Note>}
      <OpenWarnings />
      {notice !== undefined && (
        <Callout tone="info" title={t('payouts.request.inDollars')}>
          <p>{issueText(notice)}</p>
        </Callout>
      )}
      {isJson && isWhole ? (
        <Suspense fallback={<Skeleton lines={8} label={t('payouts.request.loading')} />}>
          <CodeBlock value={sentRequest(shown.request, sentFields)} label={t('payouts.request.json')} />
        </Suspense>
      ) : (
        <Fields reading={shown} />
      )}
    </div>
  )
}

/** Amount, beneficiary and destination, as far as they can be read. */
function Lead({ reading, paid = '' }: Pick<ViewProps, 'reading' | 'paid'>) {
  const names = useBankNames()
  const { country, method } = reading
  const amount = readIn(reading, 'amount')
  const typed = [readIn(reading, 'beneficiaryFirstName'), readIn(reading, 'beneficiaryLastName')].join(' ').trim()
  const name = typed || paid
  const bank = readIn(reading, 'bankName')
  const where = [
    countryNameByCode(country.code),
    country.methods.length > 1 && t(method.label),
    bank && (meaningWords(reading, 'bankName', bank, names) ?? bank),
  ]
  return (
    <div className={styles.lead}>
      {amount !== '' && <p className={styles.amount}>{amountWords(amount, readIn(reading, 'currencyCode'))}</p>}
      {name !== '' && (
        <p className={styles.name}>
          <Name>{name}</Name>
        </p>
      )}
      <p className={styles.where}>{where.filter(Boolean).join(' · ')}</p>
      {(['recipientPixKey', 'accountNumber'] as const).map((field) => {
        const text = readIn(reading, field)
        return (
          <p key={field} className={styles.number} translate="no">
            <GroupedNumber text={text} groups={paperGroups(country.code, field, text)} />
          </p>
        )
      })}
    </div>
  )
}

/** The value sent in a field; '' for none, and for the hyphen that means none. */
function readIn({ request }: FormReading, field: FieldName): string {
  const value = String(request[field] ?? '')
  return value === '-' ? '' : value
}

/** Each links to the checkbox that confirms it. */
function OpenWarnings() {
  const { open } = useWarnings()
  if (open.length === 0) return null
  return (
    <ul className={styles.warnings}>
      {alike(open).map(([warning]) => {
        const tone = gradeTones[gradeOf(warning)]
        return (
          <li key={warningId(warning)} className={toneClass(tone)}>
            <ToneIcon tone={tone} />
            <FieldLink name={warningName(warning)}>{issueText(warning)}</FieldLink>
          </li>
        )
      })}
    </ul>
  )
}

/** Line by line, with the errors that the form shows. */
const Fields = memo(function Fields({ reading }: { readonly reading: FormReading }) {
  const errors = useShownErrors()
  return (
    <>
      <ChangedFields reading={reading} />
      <Disclosure small summary={t('payouts.request.allFields')}>
        <RequestSummary reading={reading} errors={errors} />
      </Disclosure>
    </>
  )
})
