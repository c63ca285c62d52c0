import { type ReactNode, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import type { Entry } from '#shared/payout/entry.ts'
import type { EntryDraft } from '#shared/payout/entry-draft.ts'
import type { Country } from '#shared/rule-book/country.ts'
import type { CountryCode } from '#shared/rule-book/country-codes.ts'
import { FormErrorSummary } from '../entry/entry-errors.tsx'
import type { EntryForm } from '../entry/entry-form.tsx'
import type { OpenedForm } from '../entry/opened-form.tsx'
import { useReading } from '../entry/reading.ts'
import { RequestStatus } from '../entry/request-status.tsx'
import type { Saving } from '../entry/saving.tsx'
import {
  AccountSection,
  BeneficiarySection,
  CountrySection,
  Fields,
  FormSection,
  useErrorCount,
  useFieldsOf,
} from '../entry/sections.tsx'
import { useWarnings } from '../entry/warnings-context.tsx'
import { t } from '../language/translate.ts'
import { PasteDetails } from '../paste/paste-details.tsx'
import { PasteHint } from '../paste/paste-hint.tsx'
import { useTestMode } from '../screen/test-mode.tsx'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Section } from '../ui/section.tsx'
import { SplitView } from '../ui/split-view.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { type BeneficiaryChoice, beneficiaryChoice, whyNotFilledIn } from './beneficiary-choice.ts'
import { BeneficiaryField } from './beneficiary-field.tsx'
import { useCopyRequest } from './copy-request.tsx'
import { FormEnd, type FormEndProps } from './form-end.tsx'
import { RequestPanel } from './request-panel.tsx'

export interface PayoutFormProps {
  readonly opened: OpenedForm
  /** What stands above the form. */
  readonly notice?: ReactNode
  readonly entryForm: EntryForm
  readonly saving: Saving
}

const formId = 'payout'

/** The form and, beside it, what will be sent. Submitting it sends the payout to review once nothing is left to fix or confirm. */
export function PayoutForm({ opened, notice, entryForm, saving }: PayoutFormProps) {
  const { content, current, change } = entryForm
  const copying = useCopyRequest()
  const { open } = useWarnings()
  const choice = beneficiaryChoice(entryForm)
  const code = content.form.country
  const country = code && ruleBook[code]
  const isNew = opened.subjectId === undefined

  function forgetOutcomes() {
    copying.forget()
    saving.forget()
  }

  function chooseCountry(next: CountryCode) {
    forgetOutcomes()
    // Whoever is paid elsewhere is another beneficiary.
    if (next !== code) choice.forget()
    entryForm.chooseCountry(next)
  }

  /** Fills in what was read in a message, and gives back what chooses whoever was chosen before. */
  function fill(form: EntryDraft, isSomebodyElse: boolean) {
    const { chosenBeneficiary } = current()
    forgetOutcomes()
    if (form.country !== code || isSomebodyElse) choice.forget()
    change({ form })
    return () => void change({ chosenBeneficiary })
  }

  /** Once all can be read; else what is to fix is shown. */
  const whenSound = (act: (request: PayoutRequest) => void) => entryForm.methods.handleSubmit(act, copying.forget)
  const save = (submit: boolean) => whenSound(() => country && saving.save({ content: current(), submit, open }))
  const copy = whenSound((request) => void copying.copy(request))

  return (
    <SplitView
      panelTitle={t('payouts.form.request')}
      panelSummary={<RequestStatus ready={t('payouts.status.ready')} />}
      panel={<RequestPanel onCopy={() => void copy()} />}
      barAction={
        country && (
          <Button kind="primary" type="submit" form={formId} busy={saving.isSaving}>
            {t('payouts.form.send')}
          </Button>
        )
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void save(true)(event)}>
        {notice}
        <FormErrorSummary />
        {isNew && <BeneficiaryField choice={choice} />}
        <PasteDetails current={() => current().form} onFill={fill} />
        <CountrySection country={country} onCountry={chooseCountry} />
        {country === undefined && <PasteHint />}
        {country && (
          <CountryForm
            key={code}
            country={country}
            choice={isNew ? choice : undefined}
            copying={copying}
            autosave={opened.autosave}
            saving={saving}
            onSave={() => void save(false)()}
            onCopy={() => void copy()}
            onClear={entryForm.clear}
          />
        )}
      </form>
    </SplitView>
  )
}

interface CountryFormProps extends Omit<FormEndProps, 'onUse'> {
  readonly country: Country
  /** Undefined where the form is about a payout that is saved already. */
  readonly choice: BeneficiaryChoice | undefined
}

/** All of the form that a country decides about. */
function CountryForm({ country, choice, ...end }: CountryFormProps) {
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
