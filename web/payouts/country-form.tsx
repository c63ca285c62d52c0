import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Entry } from '#shared/payout/entry.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { useReading } from '../entry/reading.ts'
import {
  AccountSection,
  BeneficiarySection,
  Fields,
  FormSection,
  useErrorCount,
  useFieldsOf,
} from '../entry/sections.tsx'
import { t } from '../language/translate.ts'
import { useTestMode } from '../screen/test-mode.tsx'
import { Callout } from '../ui/callout.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Section } from '../ui/section.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { type BeneficiaryChoice, whyNotFilledIn } from './beneficiary-choice.ts'
import { FormEnd, type FormEndProps } from './form-end.tsx'

export interface CountryFormProps extends Omit<FormEndProps, 'onUse'> {
  readonly country: Country
  /** Undefined where the form is about a payout that is saved already. */
  readonly choice: BeneficiaryChoice | undefined
}

/** All of the form that a country decides about. */
export function CountryForm({ country, choice, ...end }: CountryFormProps) {
  const announce = useAnnounce()
  const [failure, setFailure] = useState<unknown>()

  async function use(beneficiaryId: string) {
    setFailure(undefined)
    try {
      await choice?.choose(beneficiaryId)
      announce(t('payouts.end.filledIn'))
      goToField('beneficiaryFirstName')
    } catch (cause) {
      setFailure(cause)
    }
  }

  return (
    <>
      <BeneficiarySection country={country} />
      <AccountSection country={country} />
      <PaymentSection />
      <MoreSection />
      {failure !== undefined && <Callout tone="error" title={whyNotFilledIn(failure)} />}
      <FormEnd {...end} onUse={choice && ((id) => void use(id))} />
    </>
  )
}

/** How much, in which currency, and what for. */
function PaymentSection() {
  return <FormSection number={4} title={t('payouts.amount.title')} fields={useFieldsOf('payment')} />
}

/** What most payouts do without: contact, references, test mode. Opens by itself when something in it must be fixed. */
function MoreSection() {
  const [isOpen, setIsOpen] = useState(false)
  const fields = useFieldsOf('more')
  const errors = useErrorCount(fields)
  const filled = useReading(({ entry }) => fields.filter(({ name }) => entry[name] !== '').length) ?? 0
  return (
    <Section number={5} title={t('payouts.more.title')} errors={errors}>
      <TestModeField />
      <Disclosure summary={t('payouts.more.summary', { filled })} open={isOpen || errors > 0} onToggle={setIsOpen}>
        <Fields fields={fields} />
      </Disclosure>
    </Section>
  )
}

function TestModeField() {
  const testMode = useTestMode()
  const { setValue } = useFormContext<Entry>()
  return (
    <TickField
      name="testMode"
      label={t('payouts.more.testMode')}
      description={t('payouts.more.testModeMeans')}
      value={testMode.isOn}
      onChange={(isOn) => {
        testMode.setIsOn(isOn)
        setValue('testMode', isOn)
      }}
    />
  )
}
