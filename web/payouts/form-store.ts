import type { Fault } from '#shared/api/fault.ts'
import type { FilledIn } from '#shared/payout/filled-in.ts'
import { readForm } from '#shared/payout/form-schema.ts'
import { type FormValues, givenOf } from '#shared/payout/form-values.ts'
import type { EntryReading } from '#shared/payout/read-entry.ts'
import type { Country, Given } from '#shared/rule-book/country.ts'
import { remarkText } from '../language/remark-words.ts'

/** One country's form at one moment: what stands in it and what the rule book says to that. */
export interface FormState {
  readonly country: Country
  readonly values: FormValues
  readonly reading: EntryReading
  readonly given: Given
  /** Fields that a person has been in and left. */
  readonly left: ReadonlySet<string>
  readonly isSubmitted: boolean
  /** What the form filled in by itself, so that it can follow when its ground changes. */
  readonly filledIn: FilledIn
}

/** What a form is read as: a whole payout, or the details of a beneficiary alone. */
export type FormReading = (country: Country, values: FormValues) => EntryReading

/** Holds the state outside React, so that a keystroke draws anew only what it changes. */
export interface FormStore {
  readonly get: () => FormState | undefined
  readonly subscribe: (listener: () => void) => () => void
  readonly open: (country: Country, values: FormValues) => void
  readonly update: (values: FormValues) => void
  readonly leave: (field: string) => void
  readonly submit: () => void
  readonly fillIn: (filledIn: FilledIn) => void
}

export function createFormStore(readAs: FormReading = readForm): FormStore {
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
    open: (country, values) => set(formState(country, values, readAs)),
    update: (values) => state && set({ ...state, ...read(state.country, values, readAs) }),
    leave: (field) => state && !state.left.has(field) && set({ ...state, left: new Set(state.left).add(field) }),
    submit: () => state && set({ ...state, isSubmitted: true }),
    fillIn: (filledIn) => state && set({ ...state, filledIn }),
  }
}

/** A form as it is opened, before anybody has touched it. */
export function formState(country: Country, values: FormValues, readAs: FormReading = readForm): FormState {
  return { ...read(country, values, readAs), left: new Set(), isSubmitted: false, filledIn: {} }
}

function read(country: Country, values: FormValues, readAs: FormReading) {
  return { country, values, reading: readAs(country, values), given: givenOf(country, values) }
}

/** The fault that a field shows below itself; an empty field is called missing only once the form was submitted. */
export function shownFault(state: FormState, field: string): Fault | undefined {
  const fault = state.reading.faults.find((found) => found.field === field)
  if (fault === undefined) return undefined
  const isShown =
    state.isSubmitted || (state.left.has(field) && fault.code !== 'missing' && fault.code !== 'terms_required')
  return isShown ? fault : undefined
}

/** The same in the page's language. */
export function shownError(state: FormState, field: string): string | undefined {
  const fault = shownFault(state, field)
  return fault && remarkText(fault)
}
