import type { Entry } from '#shared/payout/entry.ts'
import type { FilledIn } from '#shared/payout/filled-in.ts'
import type { EntryReading } from '#shared/payout/read-entry.ts'
import type { Country, Given } from '#shared/rule-book/country.ts'
import { createStore, type Watchable } from '../state/store.ts'
import { untilClick } from '../ui/press.ts'
import type { FormRules } from './form-rules.ts'

/** One country's form at one moment: what stands in it and what the rule book says to that. */
export interface FormState {
  /** They load with the first form, so that whoever has one has them. */
  readonly rules: FormRules
  readonly country: Country
  readonly values: Entry
  readonly reading: EntryReading
  readonly given: Given
  /** Fields that a person has been in and left. */
  readonly left: ReadonlySet<string>
  readonly isSubmitted: boolean
  /** What the form filled in by itself, so that it can follow when its ground changes. */
  readonly filledIn: FilledIn
}

/** Holds the state outside React, so that a keystroke draws again only what it changes. */
export interface FormStore extends Watchable<FormState | undefined> {
  readonly open: (rules: FormRules, country: Country, values: Entry) => void
  readonly update: (values: Entry) => void
  readonly leave: (field: string) => void
  readonly submit: () => void
  readonly fillIn: (filledIn: FilledIn) => void
}

export function createFormStore(): FormStore {
  const store = createStore<FormState | undefined>(undefined)
  const change = (changed: (state: FormState) => Partial<FormState>) => {
    const state = store.get()
    if (state !== undefined) store.set({ ...state, ...changed(state) })
  }
  return {
    ...untilClick(store),
    open: (rules, country, values) => store.set(formState(rules, country, values)),
    update: (values) => change(({ rules, country }) => read(rules, country, values)),
    leave(field) {
      if (store.get()?.left.has(field) === false) change(({ left }) => ({ left: new Set(left).add(field) }))
    },
    submit: () => change(() => ({ isSubmitted: true })),
    fillIn: (filledIn) => change(() => ({ filledIn })),
  }
}

/** A form as it is opened, before anybody has touched it. */
export function formState(rules: FormRules, country: Country, values: Entry): FormState {
  return { ...read(rules, country, values), left: new Set(), isSubmitted: false, filledIn: {} }
}

function read(rules: FormRules, country: Country, values: Entry) {
  return { rules, country, values, reading: rules.read(country, values), given: rules.givenOf(country, values) }
}
