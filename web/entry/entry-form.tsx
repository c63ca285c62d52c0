import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { FormProvider, type UseFormReturn, useForm, useFormState } from 'react-hook-form'
import type { ReceivedIssue } from '#shared/api/issue.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { type CountryCode, isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { blankEntry, type Entry } from '#shared/payout/entry.ts'
import { type EntryDraft, emptyEntry, switchCountry } from '#shared/payout/entry-draft.ts'
import type { FieldName } from '#shared/payout/fields.ts'
import { watchDraft } from '../drafts/open-drafts.ts'
import { laterScreen } from '../screen/loading.tsx'
import { Page, type PageProps } from '../screen/page.tsx'
import { useTestMode } from '../screen/test-mode.tsx'
import { forgetValidations, onValidations, openValidations } from '../validations/validation-store.ts'
import { entryResolver, useErrorsInLanguage, useErrorsOfOpened, useErrorsOfOthers } from './entry-errors.tsx'
import { type FormContent, formPartOf, isEmptyForm, keptIn } from './form-content.ts'
import { EmptyingContext } from './kept-fields.tsx'
import { KnownValidations } from './known-validations.tsx'
import type { OpenedForm } from './opened-form.tsx'
import { createReader, type FormPart, ReadingContext, type ReadingStore, readingStore } from './reading.ts'
import type { PreviewTarget } from './warnings-context.tsx'
import { WarningsProvider } from './warnings-context.tsx'

/** A form for a payout or a beneficiary: react-hook-form holds the entry, and this holds everything else. */
export interface EntryForm {
  readonly methods: UseFormReturn<Entry, unknown, PayoutRequest>
  readonly reading: ReadingStore
  /** Everything but the entry, as rendered. */
  readonly content: FormContent
  /** The present content of the form. */
  readonly current: () => FormContent
  /** Changes a part, such as the form that is shown, and returns the new content. */
  readonly change: (part: Partial<FormContent>) => FormContent
  readonly chooseCountry: (country: CountryCode) => void
  /** Empties the entry of the present country and returns a function that undoes it. */
  readonly clear: () => () => void
}

/**
 * The open form: each change is saved as a draft, and the entry of each country visited is there for the way back. A payout that was
 * saved or left unfinished brings its own test mode along, which the switch of the page follows; a new one takes that of the switch.
 */
export function useEntryForm(opened: OpenedForm, part?: FormPart): EntryForm {
  const { autosave } = opened
  const testMode = useTestMode()
  const [isTest] = useState(() => ownTestMode(opened, part) ?? testMode.isOn)
  const [content, setContent] = useState(() => ({
    ...opened.content,
    form: withTestMode(opened.content.form, isTest),
  }))
  const latest = useRef(content)
  const [read] = useState(() => createReader(() => readAs(latest.current, part)))
  const [resolver] = useState(() => entryResolver(read))
  const methods = useForm<Entry, unknown, PayoutRequest>({
    defaultValues: openEntry(content.form) ?? blankEntry,
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const [reading] = useState(() => readingStore(read, methods))
  useErrorsOfOthers(methods, reading)
  useErrorsOfOpened(methods, reading)
  useErrorsInLanguage(methods)
  useEffect(() => watchDraft(autosave), [autosave])
  const { setIsOn } = testMode
  useEffect(() => setIsOn(isTest), [setIsOn, isTest])

  function current(): FormContent {
    const entry = methods.getValues()
    if (!isCountryCode(entry.country)) return latest.current
    const { entries } = latest.current.form
    return { ...latest.current, form: { country: entry.country, entries: { ...entries, [entry.country]: entry } } }
  }

  function save() {
    const now = current()
    if (autosave.state.get().state !== 'nothing' || !isEmptyForm(now)) autosave.save(now)
  }

  function change(changed: Partial<FormContent>): FormContent {
    const form = changed.form && withTestMode(changed.form, testMode.isOn)
    const next = { ...current(), ...changed, ...(form && { form }) }
    latest.current = next
    setContent(next)
    const entry = form && openEntry(form)
    // The form reports its change, which saves it.
    if (entry !== undefined) methods.reset(entry)
    else save()
    return next
  }

  const onChange = useEffectEvent(save)
  useEffect(() => methods.subscribe({ formState: { values: true }, callback: () => onChange() }), [methods])

  // The validations live outside of the form, as an answer can arrive after it is closed; while it is open they are saved with it.
  const onAnswer = useEffectEvent((validations: FormContent['validations']) => change({ validations }))
  useEffect(() => {
    void openValidations(opened.content.validations)
    return onValidations((validations) => onAnswer(validations))
  }, [opened])

  return {
    methods,
    reading,
    content,
    current,
    change,
    chooseCountry: (code) => void change({ form: switchCountry(current().form, ruleBook[code]) }),
    clear() {
      const before = current()
      const { country, entries } = before.form
      if (country !== undefined) {
        forgetValidations(country)
        const emptied = { country, entries: { ...entries, [country]: emptyEntry(ruleBook[country]) } }
        change({ form: emptied, chosenBeneficiary: undefined, confirmed: [] })
      }
      return () => void change({ form: before.form, chosenBeneficiary: before.chosenBeneficiary })
    },
  }
}

function readAs(content: FormContent, part: FormPart) {
  return { part: formPartOf(content, part), kept: keptIn(content) }
}

function openEntry({ country, entries }: EntryDraft): Entry | undefined {
  return country && entries[country]
}

function ownTestMode({ content, isResumed, subjectId }: OpenedForm, part: FormPart): boolean | undefined {
  const isSaved = part === undefined && (isResumed || subjectId !== undefined)
  return isSaved ? openEntry(content.form)?.testMode : undefined
}

function withTestMode({ country, entries }: EntryDraft, testMode: boolean): EntryDraft {
  const entry = country && entries[country]
  return { country, entries: entry ? { ...entries, [entry.country]: { ...entry, testMode } } : entries }
}

const SpokenMessages = laterScreen(async () => (await import('./spoken-messages.tsx')).SpokenMessages)

export interface EntryFormProviderProps {
  readonly entryForm: EntryForm
  /** Which payout the server is asked about. */
  readonly about?: PreviewTarget | undefined
  /** Warnings that the server named when it refused to save. */
  readonly named: readonly ReceivedIssue[]
  readonly children: ReactNode
}

/** Lets all parts of a form register with it, read it, and confirm its warnings. */
export function EntryFormProvider({ entryForm, about, named, children }: EntryFormProviderProps) {
  const { methods, reading, content, current, change } = entryForm
  function empty(name: FieldName) {
    const { [name]: _, ...kept } = current().kept ?? {}
    change({ kept })
    // Nothing was typed: this is how those who follow the form hear of it.
    methods.setValue(name, '', { shouldDirty: true })
  }
  return (
    <FormProvider {...methods}>
      <ReadingContext value={reading}>
        <EmptyingContext value={empty}>
          <WarningsProvider
            about={about}
            named={named}
            confirmed={content.confirmed}
            onConfirmed={(confirmed) => void change({ confirmed })}
          >
            <KnownValidations />
            {content.form.country !== undefined && (
              <Suspense>
                <SpokenMessages />
              </Suspense>
            )}
            {children}
          </WarningsProvider>
        </EmptyingContext>
      </ReadingContext>
    </FormProvider>
  )
}

/** The screen of a form. The document's title shows when something has to be fixed. */
export function EntryPage(props: Omit<PageProps, 'hasErrors'>) {
  const { errors, isSubmitted } = useFormState<Entry>()
  return <Page {...props} hasErrors={isSubmitted && Object.keys(errors).length > 0} />
}

/** A ref for a form: Ctrl and Enter submit it from anywhere on its page, except where they insert a line or take a search result; beside it, letters are no shortcuts. */
export function sendByKey(form: HTMLFormElement): () => void {
  form.dataset.entry = 'open'
  function press(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, target } = event
    if (key !== 'Enter' || !(ctrlKey || metaKey) || event.defaultPrevented || event.repeat) return
    if (target instanceof HTMLTextAreaElement || document.querySelector('dialog[open]') !== null) return
    event.preventDefault()
    form.requestSubmit()
  }
  // On the window, so that the focused control handles the key first.
  window.addEventListener('keydown', press)
  return () => window.removeEventListener('keydown', press)
}
