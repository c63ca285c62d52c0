import { replaceEqualDeep } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { MaskedFields } from '#shared/api/entry.ts'
import type { Issue } from '#shared/api/issue.ts'
import type { PayoutRequest, Change as ReceivedChange } from '#shared/api/payout-preview.ts'
import type { BankValidation } from '#shared/api/validation.ts'
import { isCountryCode, methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { differingFields, type Entry } from '#shared/payout/entry.ts'
import { type FieldDefinition, fieldOf, isFieldName } from '#shared/payout/fields.ts'
import { givenOf, readFormEntry } from '#shared/payout/form-entry.ts'
import { type FormField, formFields, formOrder } from '#shared/payout/form-fields.ts'
import type { EntryReading } from '#shared/payout/read-entry.ts'
import { type Remedy, remediesOf } from '#shared/payout/remedies.ts'
import type { Country, FieldValues, Method } from '#shared/rule-book/country.ts'
import type { ValidationOffer } from '#shared/validation/validation-offer.ts'
import {
  bankValidationOffer,
  identityValidationOffer,
  validationQuestions,
} from '#shared/validation/validation-questions.ts'
import { useStore, type Watchable } from '../state/store.ts'
import { renderAfterPaint } from '../ui/after-paint.ts'
import { untilClick } from '../ui/press.ts'

/** What a form asks for: a whole payout, a beneficiary alone, or the payment alone where the server has the beneficiary. */
export type FormPart = FieldDefinition['of'] | undefined

/** What the rules find in the current form: its request, and all errors, warnings and notices. */
export interface FormReading extends Omit<EntryReading, 'changes'> {
  readonly changes: readonly ShownChange[]
  readonly entry: Entry
  readonly part: FormPart
  /** Secret fields that are blank here and stay as they are saved, by their ends. */
  readonly kept: MaskedFields
  /** The values on which labels and further fields depend. */
  readonly given: FieldValues
  /** The fields of the form, in their order. */
  readonly fields: readonly FormField[]
  /** The remedies that resolve its errors and warnings with one click. */
  readonly remedies: readonly Remedy[]
  /** The validations that the provider offers for it. */
  readonly validations: ReturnType<typeof validationsOf>
}

/** A changed value, found by the page or the server. */
type ShownChange = Pick<ReceivedChange, 'field' | 'from' | 'to' | 'message'> & Partial<ReceivedChange>

export const nothingKept: MaskedFields = {}

/**
 * Errors and warnings are in the order of the fields.
 * @param saved secret fields that the server fills in where they are blank, by their ends
 */
export function readingOf(country: Country, entry: Entry, part?: FormPart, saved = nothingKept): FormReading {
  const kept = Object.fromEntries(Object.entries(saved).filter(([name]) => isFieldName(name) && entry[name] === ''))
  const reading = withoutKept(readFormEntry(country, entry, { part }), kept)
  const given = givenOf(country, entry)
  return {
    ...reading,
    errors: inFormOrder(reading.method, reading.errors),
    warnings: inFormOrder(reading.method, reading.warnings),
    entry,
    part,
    kept,
    given,
    fields: formFields(country, methodIn(country, entry.method), {
      ...given,
      documentNumber: entry.documentNumber,
    }).filter(({ name }) => part === undefined || fieldOf(name).of === part),
    remedies: remediesOf(country, entry, reading),
    validations: validationsOf(country, entry, reading.errors),
  }
}

/**
 * An error or a warning about a blank field does not apply where the server fills it in, nor does one about the account as a whole before the
 * rest is filled in: no form begins with a warning.
 */
function withoutKept(reading: EntryReading, kept: MaskedFields): EntryReading {
  const applies = ({ field }: Issue) => kept[field] === undefined
  const hasAccount = kept.accountNumber !== undefined || kept.recipientPixKey !== undefined
  const isBegun = reading.errors.some(({ code }) => code === 'missing')
  return {
    ...reading,
    errors: reading.errors.filter(applies),
    warnings: reading.warnings.filter(
      (warning) => applies(warning) && !((hasAccount || isBegun) && warning.code === 'no_account_named'),
    ),
  }
}

/** Whether the server fills in a part of the request that the page does not have. */
export function isFilledInLater({ part, kept }: Pick<FormReading, 'part' | 'kept'>): boolean {
  return part === 'payment' || Object.keys(kept).length > 0
}

function inFormOrder<Issue extends { readonly field: string }>(
  method: Method,
  issues: readonly Issue[],
): readonly Issue[] {
  const order: readonly string[] = formOrder(method).map(([field]) => field)
  return issues.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field))
}

function validationsOf(country: Country, entry: Entry, errors: readonly Issue[]) {
  return {
    identity: identityValidationOffer(country, entry),
    bank: withoutWrongAccount(bankValidationOffer(country, entry), errors),
    questions: validationQuestions(country, entry),
  }
}

/** The provider would answer, and charge, for an account that cannot be paid. */
function withoutWrongAccount(
  offer: ValidationOffer<BankValidation>,
  errors: readonly Issue[],
): ValidationOffer<BankValidation> {
  const wrong = errors.filter(({ field }) => field === 'accountNumber' || field === 'bankName')
  return offer.state === 'ready' && wrong.length > 0 ? { state: 'incomplete', errors: wrong } : offer
}

/** Reads an entry; undefined while no country is chosen. */
export type EntryReader = (entry: Entry) => FormReading | undefined

/** Reads each state of a form once, for all who use it. Unchanged parts remain the same objects, so that a keystroke renders only what it changes. */
export function createReader(now: () => { readonly part: FormPart; readonly kept: MaskedFields }): EntryReader {
  let last: FormReading | undefined
  let lastKept = nothingKept
  return (entry) => {
    if (!isCountryCode(entry.country)) return undefined
    const { part, kept } = now()
    const isOther = last?.part !== part || lastKept !== kept
    if (last !== undefined && !isOther && differingFields(last.entry, entry).length === 0) return last
    last = sharing(last, readingOf(ruleBook[entry.country], entry, part, kept))
    lastKept = kept
    return last
  }
}

/** Countries and methods are constants of the rule book, so they are compared by identity. */
function sharing(before: FormReading | undefined, now: FormReading): FormReading {
  if (before?.country !== now.country) return now
  const { country, method, ...rest } = now
  const { country: _country, method: _method, ...restBefore } = before
  return { country, method, ...replaceEqualDeep(restBefore, rest) }
}

/** The reading of the current form; undefined while no country is chosen. */
export type ReadingStore = Watchable<FormReading | undefined>

/**
 * Notifies of a change, and reads the form again, only after the keystroke is painted: nothing that depends on a letter delays it. A change
 * of form or method is read at once.
 */
export function readingStore(
  read: EntryReader,
  { getValues, subscribe }: UseFormReturn<Entry, unknown, PayoutRequest>,
): ReadingStore {
  const listeners = new Set<() => void>()
  let painted: FormReading | undefined
  let isPainted = true
  let end = () => {}

  function notify() {
    isPainted = true
    for (const listener of [...listeners]) listener()
  }

  function follow() {
    return subscribe({
      formState: { values: true },
      callback({ name }) {
        isPainted = name === undefined || name === 'method'
        renderAfterPaint(notify)
      },
    })
  }

  return untilClick({
    get() {
      if (isPainted) painted = read(getValues())
      return painted
    },
    subscribe(listener) {
      if (listeners.size === 0) end = follow()
      listeners.add(listener)
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return
        end()
        isPainted = true
      }
    },
  })
}

export const ReadingContext = createContext<ReadingStore>({ get: () => undefined, subscribe: () => () => undefined })

/**
 * What the rules find in the form around it, or a part of that; renders again only when that part changes, so `select` should return a
 * text, a number, a boolean or a part of the reading. Undefined while no country is chosen.
 */
export function useReading<Part>(select: (reading: FormReading) => Part): Part | undefined {
  return useStore(useContext(ReadingContext), (reading) => reading && select(reading))
}
