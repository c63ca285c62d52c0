import type { Entry } from '#shared/payout/entry.ts'
import type { FilledIn } from '#shared/payout/filled-in.ts'
import type { EntryReading } from '#shared/payout/read-entry.ts'
import type { Country, Given } from '#shared/rule-book/country.ts'
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
export interface FormStore {
  readonly get: () => FormState | undefined
  readonly subscribe: (listener: () => void) => () => void
  readonly open: (rules: FormRules, country: Country, values: Entry) => void
  readonly update: (values: Entry) => void
  readonly leave: (field: string) => void
  readonly submit: () => void
  readonly fillIn: (filledIn: FilledIn) => void
}

export function createFormStore(): FormStore {
  let state: FormState | undefined
  const listeners = new Set<() => void>()
  function set(next: FormState) {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open: (rules, country, values) => set(formState(rules, country, values)),
    update: (values) => state && set({ ...state, ...read(state.rules, state.country, values) }),
    leave: (field) => state && !state.left.has(field) && set({ ...state, left: new Set(state.left).add(field) }),
    submit: () => state && set({ ...state, isSubmitted: true }),
    fillIn: (filledIn) => state && set({ ...state, filledIn }),
  }
}

/** A form as it is opened, before anybody has touched it. */
export function formState(rules: FormRules, country: Country, values: Entry): FormState {
  return { ...read(rules, country, values), left: new Set(), isSubmitted: false, filledIn: {} }
}

function read(rules: FormRules, country: Country, values: Entry) {
  return { rules, country, values, reading: rules.read(country, values), given: rules.givenOf(country, values) }
}
