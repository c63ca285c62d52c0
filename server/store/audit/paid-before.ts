import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from '../schema.ts'

/** Of whom something was paid, first, and then to what: each as the keyed hash that entries have. */
export type PaidTo = readonly string[]

/** A payout, by what the policy compares with what was paid before. */
export interface PaymentToCompare {
  /** Its beneficiary and their details, of which the last payment counts. */
  readonly details: PaidTo
  /** The person that it pays and its destinations, of which each that was paid to counts. */
  readonly people: readonly PaidTo[]
}

/** To what was paid before, as the entries of exports have it: rows can be hidden for a moment. */
export interface PaidBefore {
  /** To be called with each entry, in their order. */
  take(row: Pick<Selectable<Tables['audit']>, 'action' | 'facts' | 'seq'>): void
  /** Whether the last payment was to other details, or others to the person were, and none to one of these destinations; also where that is unknown. */
  hasOther(payment: PaymentToCompare): boolean
}

const factsSchema = z.object({ paid: z.array(z.array(z.string()).check(z.minLength(1))) })

interface Payments {
  count: number
  /** Of the newest. */
  seq: number
  /** Not once one was undone, as it may have been the newest. */
  isSure: boolean
}

export function createPaidBefore(): PaidBefore {
  const bySubject = new Map<number, Map<number, Payments>>()
  const paymentsTo = (subject = '') => bySubject.get(numberOf(subject)) ?? new Map<number, Payments>()
  const count = ([subject = '', ...places]: PaidTo, seq: number, sign: 1 | -1) => {
    const payments = paymentsTo(subject)
    for (const place of places.map(numberOf)) {
      const before = payments.get(place)
      const after = {
        count: (before?.count ?? 0) + sign,
        seq: sign === 1 ? seq : (before?.seq ?? 0),
        isSure: sign === 1,
      }
      if (after.count > 0) payments.set(place, after)
      else payments.delete(place)
    }
    if (payments.size > 0) bySubject.set(numberOf(subject), payments)
    else bySubject.delete(numberOf(subject))
  }
  return {
    take({ action, facts, seq }) {
      if (action !== 'payout.exported' && action !== 'payout.unexported') return
      const { data } = z.safeParse(factsSchema, JSON.parse(facts))
      for (const paid of data?.paid ?? []) count(paid, seq, action === 'payout.exported' ? 1 : -1)
    },
    hasOther: ({ details, people }) =>
      isLastOther(paymentsTo(details[0]), details) || people.some((one) => isElsewhere(paymentsTo(one[0]), one)),
  }
}

function isLastOther(payments: ReadonlyMap<number, Payments>, [, place = '']: PaidTo): boolean {
  const newest = [...payments].toSorted(([, one], [, other]) => other.seq - one.seq)
  const sure = newest.findIndex(([, { isSure }]) => isSure)
  const candidates = sure === -1 ? newest : newest.slice(0, sure + 1)
  return candidates.some(([known]) => known !== numberOf(place))
}

function isElsewhere(payments: ReadonlyMap<number, Payments>, [, ...places]: PaidTo): boolean {
  return payments.size > 0 && places.some((place) => !payments.has(numberOf(place)))
}

/** The first 48 bits of a hash, which keeps what is remembered of many small. */
function numberOf(hash: string): number {
  return Buffer.from(hash.slice(0, 8).padEnd(8, 'A'), 'base64url').readUIntBE(0, 6)
}
