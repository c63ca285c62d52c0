import type { ReactNode } from 'react'
import type { FieldName } from '#shared/payout/fields.ts'
import type { ValidationOffer } from '#shared/validation/validation-offer.ts'
import { issueText } from '../language/issue-text.ts'
import { t } from '../language/translate.ts'
import { useTestMode } from '../screen/test-mode.tsx'
import { useEnvironment } from '../session/use-session.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { Note } from '../ui/tone.tsx'
import { ValidationButton } from './validation-button.tsx'
import { CurrentValidation } from './validation-result.tsx'
import styles from './validation-row.module.css'
import type { Service } from './validation-store.ts'

export interface ValidationRowProps {
  readonly service: Service
  readonly title: string
  /** What the validation finds out, in one sentence. */
  readonly purpose: string
  /** The country's code. */
  readonly country: string
  readonly offer: ValidationOffer<object>
  /** The field whose document number is compared: in Mexico the RFC, not the CURP of the payout. */
  readonly documentField?: string
  /** The name of a field on the form. */
  readonly labelOf: (field: FieldName) => string
  /** Questions of the validation that the payout does not have. */
  readonly questions?: ReactNode
}

/** One validation: in one line its button, its purpose and its price, or what it needs; then its outcome. */
export function ValidationPanel({
  service,
  title,
  purpose,
  country,
  offer,
  documentField,
  labelOf,
  questions,
}: ValidationRowProps) {
  if (offer.state === 'not-offered')
    return <Note>{t('validations.row.notOffered', { check: title, why: issueText(offer.why) })}</Note>
  const request = offer.state === 'ready' ? offer.request : undefined
  return (
    <section className={styles.check} aria-label={title}>
      {questions}
      {/* Asking for another validation anyway is for this country only. */}
      <ValidationButton key={country} service={service} title={title} country={country} offer={offer}>
        {purpose} <Price />
      </ValidationButton>
      {request !== undefined && <WhatIsSent request={request} />}
      <CurrentValidation
        service={service}
        country={country}
        request={request}
        documentField={documentField}
        labelOf={labelOf}
      />
    </section>
  )
}

function Price() {
  const { isOn } = useTestMode()
  const environment = useEnvironment()
  if (isOn) return <span>{t('validations.row.freeInTestMode')}</span>
  return <span>{t(environment === 'sandbox' ? 'validations.row.freeInSandbox' : 'validations.row.billed')}</span>
}

function WhatIsSent({ request }: { readonly request: object }) {
  return (
    <div className={styles.aside}>
      <Disclosure small summary={t('validations.row.sends')}>
        <Ledger label={t('validations.row.sends')}>
          {Object.entries(request).map(([name, value]) => (
            <LedgerRow key={name} name={name} value={String(value)} mono />
          ))}
        </Ledger>
      </Disclosure>
    </div>
  )
}
