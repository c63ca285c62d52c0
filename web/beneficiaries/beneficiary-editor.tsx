import { type ReactNode, Suspense, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { fieldOf } from '#shared/payout/fields.ts'
import type { FormField } from '#shared/payout/form-fields.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { CountrySection } from '../entry/country-section.tsx'
import { EntryConflict } from '../entry/entry-conflict.tsx'
import { FormErrorSummary, RequestStatus, useShownErrors } from '../entry/entry-errors.tsx'
import { type EntryForm, EntryFormProvider, EntryPage, sendByKey, useEntryForm } from '../entry/entry-form.tsx'
import { FormBar } from '../entry/form-bar.tsx'
import { KeptNumbers } from '../entry/kept-fields.tsx'
import { FormLoading, type OpenedForm, useOpenedForm } from '../entry/opened-form.tsx'
import { useReading } from '../entry/reading.ts'
import { RequestSummary } from '../entry/request-summary.tsx'
import { type FormSaving, isUnconfirmed, SaveFailure } from '../entry/saving.tsx'
import { AccountSection, BeneficiarySection, FormSection, useFieldsOf } from '../entry/sections.tsx'
import { Warnings } from '../entry/warnings.tsx'
import { t } from '../language/translate.ts'
import { laterScreen } from '../screen/loading.tsx'
import { addressOf } from '../screen/routes.ts'
import { useMay } from '../session/use-may.tsx'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SplitView } from '../ui/split-view.tsx'
import styles from './beneficiary-editor.module.css'
import { openBeneficiary, openNewBeneficiary, useBeneficiarySaving } from './open-and-save.ts'

/** Enters a new beneficiary, or resumes one that was left unfinished. */
export function NewBeneficiaryScreen() {
  const asked = new URLSearchParams(useSearch()).get('draft') ?? undefined
  const [, navigate] = useLocation()
  const [draftId, setDraftId] = useState(asked)
  const opening = useOpenedForm(['new', draftId], () => openNewBeneficiary(draftId))
  // The address can change under an open form: a link to another draft, a step back.
  if (asked !== undefined && asked !== draftId) setDraftId(asked)
  const title = t('beneficiaries.form.new')
  if (!opening.isSuccess) return <FormLoading title={title} opening={opening} />
  return (
    <BeneficiaryEditor
      key={opening.data.key}
      title={title}
      opened={opening.data}
      onStartAnother={() => navigate(addressOf.beneficiaryDraft(crypto.randomUUID()))}
    />
  )
}

/** Changes a saved beneficiary. Who reviews sees its numbers in full, which is audited; they stay as they are for who does not. */
export function EditBeneficiary({ id }: { readonly id: string }) {
  const isInFull = useMay('approve')
  const opening = useOpenedForm(['edit', id], () => openBeneficiary(id, isInFull))
  const title = t('beneficiaries.form.edit')
  if (!opening.isSuccess) return <FormLoading title={title} opening={opening} />
  return <BeneficiaryEditor key={opening.data.key} title={title} opened={opening.data} />
}

interface BeneficiaryEditorProps {
  readonly title: string
  readonly opened: OpenedForm
  /** Leaves this draft and begins another. */
  readonly onStartAnother?: (() => void) | undefined
}

function BeneficiaryEditor({ title, opened, onStartAnother }: BeneficiaryEditorProps) {
  const entryForm = useEntryForm(opened, 'beneficiary')
  const saving = useBeneficiarySaving(opened, useMay('approve'))
  const { conflict } = saving
  return (
    <EntryFormProvider entryForm={entryForm} named={saving.warnings}>
      <EntryPage
        title={conflict === undefined ? title : t('beneficiaries.form.twoVersions')}
        aside={
          opened.isResumed &&
          onStartAnother && (
            <Button small onClick={onStartAnother}>
              {t('beneficiaries.form.startAnother')}
            </Button>
          )
        }
        lead={opened.isResumed && conflict === undefined ? t('beneficiaries.form.resumed') : undefined}
      >
        {conflict === undefined ? (
          <BeneficiaryForm opened={opened} entryForm={entryForm} saving={saving} />
        ) : (
          <EntryConflict entryForm={entryForm} part="beneficiary" saving={saving} conflict={conflict} />
        )}
      </EntryPage>
    </EntryFormProvider>
  )
}

export interface BeneficiaryFormProps {
  readonly opened: OpenedForm
  readonly entryForm: EntryForm
  readonly saving: FormSaving
}

const formId = 'beneficiary'

/** The form of a payout without its payment, next to the beneficiary's part of each request. */
export function BeneficiaryForm({ opened, entryForm, saving }: BeneficiaryFormProps) {
  const { content, current } = entryForm
  const code = content.form.country
  const country = code && ruleBook[code]
  // Only the server says which warnings have to be confirmed to save a beneficiary.
  const save = entryForm.methods.handleSubmit(
    () => country && saving.save({ content: current(), submit: false, open: [] }),
  )
  return (
    <SplitView
      panelTitle={t('beneficiaries.form.panel')}
      panelSummary={<RequestStatus isBrief ready={t('beneficiaries.form.ready')} />}
      panel={<Panel />}
      barAction={
        country && (
          <Button kind="primary" type="submit" form={formId} busy={saving.isSaving}>
            {t('beneficiaries.form.save')}
          </Button>
        )
      }
    >
      <form id={formId} ref={sendByKey} noValidate onSubmit={(event) => void save(event)}>
        <FormErrorSummary />
        <KeptNumbers />
        <CountrySection country={country} onCountry={entryForm.chooseCountry} />
        {country && (
          <>
            <Sections key={code} country={country}>
              <div className={styles.end}>
                <Warnings notDone={isUnconfirmed(saving.failure) ? t('beneficiaries.save.confirmFirst') : undefined} />
              </div>
            </Sections>
            <FormBar
              submit={t('beneficiaries.form.saveBeneficiary')}
              isSaving={saving.isSaving}
              autosave={opened.autosave}
              of={saving.failure}
              outcome={<SaveFailure failure={saving.failure} />}
            />
          </>
        )}
      </form>
    </SplitView>
  )
}

interface BeneficiarySectionsProps {
  readonly country: Country
  /** What is below the validations comes with them: nothing moves under a press. */
  readonly children: ReactNode
}

const ValidationSection = laterScreen(async () => (await import('../entry/validation-section.tsx')).ValidationSection)

function Sections({ country, children }: BeneficiarySectionsProps) {
  const contact = useFieldsOf('more').filter(isContact)
  return (
    <>
      <BeneficiarySection />
      <AccountSection country={country} />
      <FormSection number={4} title={t('beneficiaries.form.contact')} fields={contact} />
      <Suspense fallback={<Skeleton lines={12} label={t('payouts.form.loadingFields')} />}>
        <ValidationSection country={country} />
        {children}
      </Suspense>
    </>
  )
}

function isContact({ name }: FormField): boolean {
  return fieldOf(name).of === 'beneficiary'
}

function Panel() {
  const reading = useReading((found) => found)
  const errors = useShownErrors()
  if (reading === undefined) return <p className={styles.quiet}>{t('beneficiaries.form.panelEmpty')}</p>
  return (
    <div className={styles.panel}>
      <RequestStatus ready={t('beneficiaries.form.ready')} />
      <RequestSummary reading={reading} errors={errors} />
    </div>
  )
}
