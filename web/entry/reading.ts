import { replaceEqualDeep } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Issue } from '#shared/api/issue.ts'
import type { PayoutRequest, Change as ReceivedChange } from '#shared/api/payout-preview.ts'
import type { BankValidation } from '#shared/api/validation.ts'
import { isCountryCode, methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { differingFields, type Entry } from '#shared/payout/entry.ts'
import { type Field, fieldOf } from '#shared/payout/fields.ts'
import { givenOf, readForm } from '#shared/payout/form-entry.ts'
import { type FormField, formFields, formOrder } from '#shared/payout/form-fields.ts'
import type { EntryReading } from '#shared/payout/read-entry.ts'
import { type Remedy, remediesOf } from '#shared/payout/remedies.ts'
import type { Country, Given, Method } from '#shared/rule-book/country.ts'
import type { ValidationOffer } from '#shared/validation/validation-offer.ts'
import {
  bankValidationOffer,
  identityValidationOffer,
  validationQuestions,
} from '#shared/validation/validation-questions.ts'
import { useStore, type Watchable } from '../state/store.ts'
import { renderAfterPaint } from '../ui/after-paint.ts'
import { untilClick } from '../ui/press.ts'

/** What a form asks for: a whole payout, a beneficiary alone, or the payment alone where the server has whom it pays. */
export type FormPart = Field['of'] | undefined

/** What the rule book says of a form as it stands: the request that it comes to, and all that there is to say about it. */
export interface FormReading extends Omit<EntryReading, 'changes'> {
  readonly changes: readonly ShownChange[]
  readonly entry: Entry
  readonly part: FormPart
  /** The values on which labels and further fields depend. */
  readonly given: Given
  /** The fields that are asked for, in their order. */
  readonly fields: readonly FormField[]
  /** What settles its errors and warnings with one click. */
  readonly remedies: readonly Remedy[]
  /** What the provider can be asked about it. */
  readonly validations: ReturnType<typeof validationsOf>
}

/** A changed value as the page or the server found it. */
type ShownChange = Pick<ReceivedChange, 'field' | 'from' | 'to' | 'message'> & Partial<ReceivedChange>

/** Errors and warnings come in the order in which the fields stand. */
export function readingOf(country: Country, entry: Entry, part?: FormPart): FormReading {
  const reading = readForm(country, entry, { part })
  const given = givenOf(country, entry)
  return {
    ...reading,
    errors: inFormOrder(reading.method, reading.errors),
    warnings: inFormOrder(reading.method, reading.warnings),
    entry,
    part,
    given,
    fields: formFields(country, methodIn(country, entry.method), {
      ...given,
      documentNumber: entry.documentNumber,
    }).filter(({ name }) => part === undefined || fieldOf(name).of === part),
    remedies: remediesOf(country, entry, reading),
    validations: validationsOf(country, entry, reading.errors),
  }
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

/** The provider would answer for an account that no payout can go to, and charge for it. */
function withoutWrongAccount(
  offer: ValidationOffer<BankValidation>,
  errors: readonly Issue[],
): ValidationOffer<BankValidation> {
  const wrong = errors.filter(({ field }) => field === 'accountNumber' || field === 'bankName')
  return offer.state === 'ready' && wrong.length > 0 ? { state: 'incomplete', errors: wrong } : offer
}

/** Reads an entry; undefined while no country is chosen. */
export type Reader = (entry: Entry) => FormReading | undefined

/** Reads each state of a form once, for all who ask. What is the same as before is the same object, so that a key renders only what it changes. */
export function createReader(partNow: () => FormPart): Reader {
  let last: FormReading | undefined
  return (entry) => {
    if (!isCountryCode(entry.country)) return undefined
    const part = partNow()
    if (last !== undefined && last.part === part && differingFields(last.entry, entry).length === 0) return last
    last = sharing(last, readingOf(ruleBook[entry.country], entry, part))
    return last
  }
}

/** Countries and methods are of the rule book, and never copied. */
function sharing(before: FormReading | undefined, now: FormReading): FormReading {
  if (before?.country !== now.country) return now
  const { country, method, ...said } = now
  const { country: _country, method: _method, ...saidBefore } = before
  return { country, method, ...replaceEqualDeep(saidBefore, said) }
}

/** The reading of a form as it stands; undefined while no country is chosen. */
export type ReadingStore = Watchable<FormReading | undefined>

/**
 * Tells of a change once the key that made it is painted, and is read anew only then: what follows from a letter never makes the letter
 * wait. Another form, or another method's, is read at once.
 */
export function readingStore(
  read: Reader,
  { getValues, subscribe }: UseFormReturn<Entry, unknown, PayoutRequest>,
): ReadingStore {
  const listeners = new Set<() => void>()
  let painted: FormReading | undefined
  let isPainted = true
  let end = () => {}

  function tell() {
    isPainted = true
    for (const listener of [...listeners]) listener()
  }

  function follow() {
    return subscribe({
      formState: { values: true },
      callback({ name }) {
        isPainted = name === undefined || name === 'method'
        renderAfterPaint(tell)
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
 * What the rule book says of the form around it, or a part of that; renders again only when that part changes, so `select` gives a text, a
 * number, a boolean or what the reading itself holds. Undefined while no country is chosen.
 */
export function useReading<Part>(select: (reading: FormReading) => Part): Part | undefined {
  return useStore(useContext(ReadingContext), (reading) => reading && select(reading))
}
