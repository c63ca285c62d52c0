import * as z from 'zod/mini'
import type { Payout } from '#shared/api/payout.ts'
import { isCountryCode, methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { emptyEntry } from '#shared/payout/entry-draft.ts'
import { emptyContent, type FormContent } from '../entry/form-content.ts'

const storageKey = 'payout-desk.last-method'

const storedSchema = z.object({ country: z.string(), method: z.string() })

/** Remembers in this browser how a payout was paid: a clerk who enters fifty a day pays most of them the same way. */
export function rememberMethod({ country, method }: Pick<Payout, 'country' | 'method'>): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ country, method }))
  } catch {
    // Without storage, the next form begins with the country.
  }
}

/** A new form, with the country and the method of the payout that was saved last. */
export function contentToBegin(): FormContent {
  const { country, method } = remembered() ?? {}
  if (!isCountryCode(country)) return emptyContent
  const rules = ruleBook[country]
  const entry = { ...emptyEntry(rules), method: methodIn(rules, method ?? '').id }
  return { ...emptyContent, form: { country, entries: { [country]: entry } } }
}

function remembered(): z.infer<typeof storedSchema> | undefined {
  try {
    return storedSchema.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null')).data
  } catch {
    return undefined
  }
}
