import { createHash } from 'node:crypto'
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

/** To what was paid before, as the entries of exports that were made have it: rows can be hidden for a moment. */
export interface PaidBefore {
  /** To be called with each entry, in their order. */
  take(row: Pick<Selectable<Tables['audit']>, 'action' | 'facts' | 'seq' | 'thing_id'>): void
  /** Whether the last payment was to other details, or others to the person were, and none to one of these destinations. */
  hasOther(payment: PaymentToCompare): boolean
  /** Of these payouts, those in an export that was made: another one may yet be undone, or was. */
  outAmong(payoutIds: readonly string[]): ReadonlySet<string>
}

const factsSchema = z.object({
  export: z.string(),
  paid: z.array(z.array(z.string()).check(z.minLength(1))),
})

/** A payout in an export that is neither made nor undone. */
interface UnfinishedPayment {
  readonly paid: readonly PaidTo[]
  readonly seq: number
}

export function createPaidBefore(): PaidBefore {
  /** By the subject and the place, the newest. */
  const bySubject = new Map<number, Map<number, number>>()
  /** By export and payout. */
  const unfinished = new Map<string, Map<string, UnfinishedPayment>>()
  const out = new Set<number>()
  const paymentsTo = (subject = '') => bySubject.get(numberOf(subject)) ?? new Map<number, number>()
  const count = ([subject = '', ...places]: PaidTo, seq: number) => {
    const payments = paymentsTo(subject)
    for (const place of places.map(numberOf)) payments.set(place, seq)
    if (payments.size > 0) bySubject.set(numberOf(subject), payments)
  }
  return {
    take({ action, facts, seq, thing_id: id }) {
      if (action === 'export.created')
        for (const [payoutId, payment] of unfinished.get(id) ?? []) {
          out.add(numberOfId(payoutId))
          for (const paid of payment.paid) count(paid, payment.seq)
        }
      if (action === 'export.created' || action === 'export.undone') unfinished.delete(id)
      if (action !== 'payout.exported' && action !== 'payout.unexported') return
      const { data } = z.safeParse(factsSchema, JSON.parse(facts))
      if (data === undefined) return
      const payments = unfinished.get(data.export) ?? new Map<string, UnfinishedPayment>()
      if (action === 'payout.unexported') payments.delete(id)
      else payments.set(id, { paid: data.paid, seq })
      unfinished.set(data.export, payments)
    },
    hasOther: ({ details, people }) =>
      isLastOther(paymentsTo(details[0]), details) || people.some((one) => isElsewhere(paymentsTo(one[0]), one)),
    outAmong: (payoutIds) => new Set(payoutIds.filter((id) => out.has(numberOfId(id)))),
  }
}

function isLastOther(payments: ReadonlyMap<number, number>, [, place = '']: PaidTo): boolean {
  const [newest] = [...payments].toSorted(([, one], [, other]) => other - one)
  return newest !== undefined && newest[0] !== numberOf(place)
}

function isElsewhere(payments: ReadonlyMap<number, number>, [, ...places]: PaidTo): boolean {
  return payments.size > 0 && places.some((place) => !payments.has(numberOf(place)))
}

function numberOfId(id: string): number {
  return numberOf(createHash('sha256').update(id).digest('base64url'))
}

/** The first 48 bits of a hash, which keeps what is remembered of many small. */
function numberOf(hash: string): number {
  return Buffer.from(hash.slice(0, 8).padEnd(8, 'A'), 'base64url').readUIntBE(0, 6)
}
