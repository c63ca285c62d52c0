import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Entry } from '#shared/payout/entry.ts'
import type { FormField } from '#shared/payout/form-fields.ts'
import { useTestMode } from '../app/test-mode.tsx'
import { t } from '../language/translate.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { Section } from '../ui/section.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { Fields } from './form-section.tsx'
import { useFormPart } from './form-store-context.tsx'
import { shownError } from './shown-error.ts'

/** What most payouts do without: contact, references, test mode. Opens by itself when something in it must be fixed. */
export function MoreSection({ number, fields }: { readonly number: number; readonly fields: readonly FormField[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const errors = useFormPart((state) => fields.filter(({ name }) => shownError(state, name) !== undefined).length) ?? 0
  const filled = useFormPart((state) => fields.filter(({ name }) => state.values[name] !== '').length) ?? 0
  return (
    <Section number={number} title={t('payouts.more.title')} errors={errors}>
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
