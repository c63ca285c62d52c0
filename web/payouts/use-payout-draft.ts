import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { formSchema } from '#shared/payout/form-schema.ts'
import {
  blankValues,
  emptyValues,
  type FormValues,
  type PayoutDraft,
  switchCountry,
} from '#shared/payout/form-values.ts'
import type { CountryCode } from '#shared/rule-book/country-codes.ts'
import { useTestMode } from '../app/test-mode.tsx'
import { forgetChecks } from '../checks/check-store.ts'
import { loadDraft, saveDraft } from './draft-storage.ts'
import { createFormStore, type FormStore } from './form-store.ts'

type PayoutFormMethods = UseFormReturn<FormValues, unknown, PayoutRequest>

export interface PayoutDraftControl {
  readonly form: PayoutFormMethods
  readonly store: FormStore
  readonly country: CountryCode | undefined
  readonly chooseCountry: (country: CountryCode) => void
  /** Empties the form of the country at hand and gives back what undoes it. */
  readonly clear: () => () => void
}

/** The payout being entered: every keystroke is kept for a reload, every country's values for the way back. */
export function usePayoutDraft(): PayoutDraftControl {
  const [kept] = useState(keptDraft)
  const [country, setCountry] = useState(() => kept.get().country)
  const testMode = useTestMode()
  const [store] = useState(() => openStore(kept.get(), testMode.isOn))
  const form: PayoutFormMethods = useForm<FormValues, unknown, PayoutRequest>({
    defaultValues: store.get()?.values ?? blankValues,
    ...(country && { resolver: zodResolver(formSchema(ruleBook[country])) }),
    shouldFocusError: false,
    reValidateMode: 'onSubmit',
  })

  // react-hook-form tells of changes by subscription alone; the store and the draft follow them.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          store.update(values)
          const code = store.get()?.country.code
          if (code !== undefined) kept.set({ ...kept.get(), values: { ...kept.get().values, [code]: values } })
        },
      }),
    [form, store, kept],
  )

  function open(draft: PayoutDraft) {
    const code = draft.country
    if (code === undefined) return
    const values = { ...(draft.values[code] ?? emptyValues(ruleBook[code])), testMode: testMode.isOn }
    store.open(ruleBook[code], values)
    setCountry(code)
    kept.set(draft)
    form.reset(values)
  }

  return {
    form,
    store,
    country,
    chooseCountry: (code) => open(switchCountry(kept.get(), ruleBook[code])),
    clear() {
      const before = kept.get()
      const code = before.country
      if (code !== undefined) {
        forgetChecks(code)
        open({ country: code, values: { ...before.values, [code]: emptyValues(ruleBook[code]) } })
      }
      return () => open(before)
    },
  }
}

/** The draft outside React: it changes at every keystroke, and nothing is drawn from it. */
function keptDraft() {
  let draft = loadDraft()
  return {
    get: () => draft,
    set(next: PayoutDraft) {
      draft = next
      saveDraft(next)
    },
  }
}

function openStore({ country, values }: PayoutDraft, isTest: boolean): FormStore {
  const store = createFormStore()
  const found = country && values[country]
  if (country && found) store.open(ruleBook[country], { ...found, testMode: isTest })
  return store
}
