import { type ReactNode, useEffect } from 'react'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { gradeOf } from '#shared/api/warning.ts'
import { type CountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import type { EntryDraft } from '#shared/payout/entry-draft.ts'
import { CountrySection } from '../entry/country-section.tsx'
import { FormErrorSummary, RequestStatus } from '../entry/entry-errors.tsx'
import { type EntryForm, sendByKey } from '../entry/entry-form.tsx'
import { KeptNumbers } from '../entry/kept-fields.tsx'
import type { OpenedForm } from '../entry/opened-form.tsx'
import type { FormSaving } from '../entry/saving.tsx'
import { useWarnings } from '../entry/warnings-context.tsx'
import { t } from '../language/translate.ts'
import { PasteDetails, PasteHint } from '../paste/paste-details.tsx'
import { useLaterPartsAhead } from '../screen/later-parts.ts'
import { useMay } from '../session/use-may.tsx'
import { Button } from '../ui/button.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { hasMouse } from '../ui/media.ts'
import { SplitView } from '../ui/split-view.tsx'
import { beneficiaryChoice } from './beneficiary-choice.ts'
import { BeneficiaryField } from './beneficiary-field.tsx'
import { CountryForm } from './country-form.tsx'
import styles from './payout-form.module.css'
import { RequestPanel, useCopyRequest } from './request-panel.tsx'

export interface PayoutFormProps {
  readonly opened: OpenedForm
  /** Shown above the form. */
  readonly notice?: ReactNode
  readonly entryForm: EntryForm
  readonly saving: FormSaving
}

const formId = 'payout'

/** The form next to the payout request. Submitting sends the payout to review once nothing is left to fix or confirm. */
export function PayoutForm({ opened, notice, entryForm, saving }: PayoutFormProps) {
  const { content, current, change } = entryForm
  const copying = useCopyRequest()
  const { all, open } = useWarnings()
  const isForCompliance = all.some((warning) => gradeOf(warning) === 'compliance')
  const sendWords = t(isForCompliance ? 'payouts.form.sendToCompliance' : 'payouts.form.send')
  const choice = beneficiaryChoice(entryForm, useMay('approve'))
  const code = content.form.country
  const country = code && ruleBook[code]
  const isNew = opened.subjectId === undefined
  const isAsSaved = choice.chosen?.isAsSaved === true
  useLaterPartsAhead(true)

  // Moves focus from the heading to the first field, so that a clerk can type at once. A screen reader has read the heading, and the form
  // repeats it as its name.
  useEffect(() => {
    if (isNew && hasMouse() && document.activeElement?.tagName === 'H1') goToField('beneficiary')
  }, [isNew])

  function forgetOutcomes() {
    copying.forget()
    saving.forget()
  }

  function chooseCountry(next: CountryCode) {
    forgetOutcomes()
    // Another country needs another beneficiary.
    if (next !== code && choice.chosen !== undefined) choice.forget()
    entryForm.chooseCountry(next)
  }

  /** Fills in what was read from a message, and returns a function that chooses the former beneficiary again. */
  function fill(form: EntryDraft, isOtherPerson: boolean) {
    const { chosenBeneficiary } = current()
    forgetOutcomes()
    if (form.country !== code || isOtherPerson) choice.forget()
    change({ form })
    return () => void change({ chosenBeneficiary })
  }

  /** Only when all fields can be read; otherwise the errors are shown. */
  const whenSound = (act: (request: PayoutRequest) => void) => entryForm.methods.handleSubmit(act, copying.forget)
  const save = (submit: boolean) => country && saving.save({ content: current(), submit, open })
  const send = whenSound(() => save(true))
  const copy = whenSound((request) => void copying.copy(request))

  return (
    <SplitView
      panelTitle={t('payouts.form.request')}
      panelSummary={<RequestStatus isBrief ready={t('payouts.status.ready')} />}
      panel={<RequestPanel paid={isAsSaved ? choice.chosen?.name : undefined} />}
      barAction={
        country && (
          <Button kind="primary" type="submit" form={formId} busy={saving.isSaving}>
            {sendWords}
          </Button>
        )
      }
    >
      <form
        id={formId}
        ref={sendByKey}
        aria-label={t(isNew ? 'payouts.new.title' : 'payouts.edit.title')}
        noValidate
        onSubmit={(event) => void send(event)}
      >
        {notice}
        <FormErrorSummary />
        <KeptNumbers />
        <div className={styles.start}>
          {!isAsSaved && <PasteDetails current={() => current().form} onFill={fill} />}
          <BeneficiaryField choice={choice} isNew={isNew} />
        </div>
        {!isAsSaved && <CountrySection country={country} onCountry={chooseCountry} />}
        {country === undefined && <PasteHint />}
        {country && (
          <CountryForm
            key={isAsSaved ? choice.chosen?.id : 'new'}
            country={country}
            choice={isNew ? choice : undefined}
            send={sendWords}
            copying={copying}
            autosave={opened.autosave}
            saving={saving}
            onSave={() => save(false)}
            onCopy={() => void copy()}
            onClear={entryForm.clear}
          />
        )}
      </form>
    </SplitView>
  )
}
