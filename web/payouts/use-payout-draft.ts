import { useEffect, useState } from 'react'
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { blankEntry, type Entry } from '#shared/payout/entry.ts'
import type { EntryDraft } from '#shared/payout/entry-draft.ts'
import type { CountryCode } from '#shared/rule-book/country-codes.ts'
import { useTestMode } from '../app/test-mode.tsx'
import { forgetValidations, onValidations, openValidations } from '../validations/validation-store.ts'
import type { FormRules } from './form-rules.ts'
import { createFormStore, type FormStore } from './form-store.ts'
import type { SavedContent } from './saved-content.ts'

type PayoutFormMethods = UseFormReturn<Entry, unknown, PayoutRequest>

export interface PayoutDraftControl {
  readonly form: PayoutFormMethods
  readonly store: FormStore
  readonly country: CountryCode | undefined
  readonly chooseCountry: (country: CountryCode) => void
  /** The form as it stands, with every country that was visited. */
  readonly current: () => EntryDraft
  /** Shows another form in the place of this one, such as a beneficiary's of the book. */
  readonly show: (draft: EntryDraft) => void
  /** Empties the form of the country at hand and gives back what undoes it. */
  readonly clear: () => () => void
}

/**
 * The payout being entered: every keystroke is kept, every country's values for the way back. A form that was kept before
 * (`isKept`) brings its own test mode along, which the switch of the page follows; a new one takes that of the switch.
 */
export function usePayoutDraft(kept: SavedContent, rules: FormRules, isKept = false): PayoutDraftControl {
  const [country, setCountry] = useState(() => kept.get().form.country)
  const testMode = useTestMode()
  const [isTest] = useState(() => (isKept ? testModeOf(kept.get().form) : undefined) ?? testMode.isOn)
  const [store] = useState(() => openStore(kept.get().form, isTest, rules))
  const [resolver] = useState(() => resolverOf(store))
  const form: PayoutFormMethods = useForm<Entry, unknown, PayoutRequest>({
    defaultValues: store.get()?.values ?? blankEntry,
    resolver,
    shouldFocusError: false,
    reValidateMode: 'onSubmit',
  })
  useKeeping(form, store, kept)

  const { setIsOn } = testMode
  useEffect(() => setIsOn(isTest), [setIsOn, isTest])

  // The checks live outside of the form, which an answer can outlast; while it is open they are kept with it.
  useEffect(() => {
    void openValidations(kept.get().checks)
    return onValidations((checks) => kept.set({ checks }))
  }, [kept])

  function show(draft: EntryDraft) {
    const code = draft.country
    if (code === undefined) return
    const values = { ...(draft.entries[code] ?? rules.emptyEntry(ruleBook[code])), testMode: testMode.isOn }
    store.open(rules, ruleBook[code], values)
    setCountry(code)
    kept.set({ form: draft })
    form.reset(values)
  }

  return {
    form,
    store,
    country,
    current: () => kept.get().form,
    show,
    chooseCountry: (code) => show(rules.switchCountry(kept.get().form, ruleBook[code])),
    clear() {
      const before = kept.get()
      const state = store.get()
      if (state !== undefined) {
        const { code } = state.country
        forgetValidations(code)
        kept.set({ chosenBeneficiary: undefined })
        show({ country: code, entries: { ...before.form.entries, [code]: state.rules.emptyEntry(state.country) } })
      }
      return () => {
        kept.set({ chosenBeneficiary: before.chosenBeneficiary })
        show(before.form)
      }
    },
  }
}

function testModeOf({ country, entries }: EntryDraft): boolean | undefined {
  return country && entries[country]?.testMode
}

function openStore({ country, entries }: EntryDraft, isTest: boolean, rules: FormRules): FormStore {
  const store = createFormStore()
  const found = country && entries[country]
  if (country && found) store.open(rules, ruleBook[country], { ...found, testMode: isTest })
  return store
}

/** Reads by the rules of the form that is open at the moment. */
function resolverOf(store: FormStore): Resolver<Entry, unknown, PayoutRequest> {
  return (values, context, options) => {
    const state = store.get()
    return state === undefined
      ? { values: {}, errors: {} }
      : state.rules.resolver(state.country)(values, context, options)
  }
}

/** react-hook-form tells of changes by subscription alone; the store and the draft follow them. */
function useKeeping(form: PayoutFormMethods, store: FormStore, kept: SavedContent): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          store.update(values)
          const code = store.get()?.country.code
          const draft = kept.get().form
          if (code !== undefined) kept.set({ form: { ...draft, entries: { ...draft.entries, [code]: values } } })
        },
      }),
    [form, store, kept],
  )
}
