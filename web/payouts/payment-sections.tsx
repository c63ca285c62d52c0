import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Entry } from '#shared/payout/entry.ts'
import { useReading } from '../entry/reading.ts'
import { Fields, FormSection, useErrorCount, useFieldsOf } from '../entry/sections.tsx'
import { t } from '../language/translate.ts'
import { useTestMode } from '../screen/test-mode.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Section } from '../ui/section.tsx'
import { TickField } from '../ui/tick-field.tsx'

/** How much, in which currency, and what for. */
export function PaymentSection() {
  return <FormSection number={4} title={t('payouts.amount.title')} fields={useFieldsOf('payment')} />
}

/** What most payouts do without: contact, references, test mode. Opens by itself when something in it must be fixed. */
export function MoreSection() {
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
