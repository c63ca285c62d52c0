import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { sumOf } from '#shared/payout/totals.ts'
import type { Tables } from '../schema.ts'

/** A payout that counts where sums are limited, as the newest entry about it has it. */
export interface PayoutUnderWay {
  readonly id: string
  readonly version: number
  /** The export that it is marked for, as long as that is neither made nor undone: no one has had its file. */
  readonly preparedIn: string | null
  /** When the last export of it was made; null while it was in none. */
  readonly exportedAt: string | null
  /** Keyed hashes of whom it pays, as they were when it was sent to review. */
  readonly payees: readonly string[]
  /** What it pays, as of then; nothing where it is a test, or was not recorded. */
  readonly amount: string
  readonly currencyCode: string
  /** Those that were not taken back. */
  readonly approvals: readonly AuditedApproval[]
}

interface AuditedApproval {
  readonly by: string
  readonly at: string
}

/** What a person has approved in a currency since a time, to the minute. */
export interface ApprovedSince {
  readonly personId: string
  readonly currencyCode: string
  readonly since: string
}

/** The payouts that wait for review or for their export, and those of the last day, by whom they pay and by who approved them. */
export interface PayoutsUnderWay {
  /** To be called with each entry, in their order. */
  take(row: FollowedEntry): void
  /** @param later entries that were not taken yet: the approvals in them count */
  paying(payees: readonly string[], later?: readonly FollowedEntry[]): readonly PayoutUnderWay[]
  /** The ids of those that were not exported and that a person has approved. */
  awaitingWith(personId: string, later?: readonly FollowedEntry[]): readonly string[]
  /** The same of all that a person has approved, as a sum in decimal text. */
  approvedBy(approved: ApprovedSince, later?: readonly FollowedEntry[]): string
}

type FollowedEntry = Selectable<Tables['audit']>

const factsSchema = z.object({
  version: z.number(),
  state: z.string(),
  payees: z.optional(z.array(z.string())),
  amount: z.optional(z.string()),
  currencyCode: z.optional(z.string()),
  approvedBy: z.optional(z.array(z.string())),
  export: z.optional(z.string()),
})

/** A day, and an hour more: the clocks of several servers differ. */
const rememberedMs = 25 * 60 * 60_000

/** @param now the clock of the server: by how entries are dated nothing is forgotten */
export function createPayoutsUnderWay(now: () => Date): PayoutsUnderWay {
  const kept = createKeptPayouts(now)
  return {
    take(row) {
      const { thing_type, thing_id: id, action, facts, at } = row
      if (action === 'payout.deleted') return kept.forget(id)
      if (action === 'export.created' || action === 'export.undone') return kept.conclude(id, at)
      const { data } = thing_type === 'payout' ? z.safeParse(factsSchema, JSON.parse(facts)) : {}
      if (data === undefined) return
      const { version, approvedBy } = data
      const known = { ...(kept.get(id) ?? unknown), ...paymentIn(data) }
      kept.forget(id)
      kept.forgetOlder()
      const place = placeAfter(action, data, known)
      if (place === undefined) return
      const approvals = approvalsWith(id, known.approvals, [row])
      kept.remember({
        ...known,
        ...place,
        id,
        version,
        approvals: approvals.filter(({ by }) => approvedBy?.includes(by) ?? true),
      })
    },
    paying(payees, later = []) {
      const found = kept.paying(payees)
      if (later.length === 0) return found
      return found.map((one) => ({ ...one, approvals: approvalsWith(one.id, one.approvals, later) }))
    },
    awaitingWith(personId, later = []) {
      const waiting = kept.all().filter((one) => one.preparedIn === null && one.exportedAt === null)
      const isTheirs = ({ id, approvals }: PayoutUnderWay) =>
        approvalsWith(id, approvals, later).some(({ by }) => by === personId)
      return waiting.filter(isTheirs).map(({ id }) => id)
    },
    approvedBy(approved, later = []) {
      const { personId, currencyCode } = approved
      const approvedLater = later
        .filter((row) => row.action === 'payout.approved' && row.person_id === personId)
        .flatMap(({ thing_id }) => kept.get(thing_id) ?? [])
        .flatMap((payout) => (payout.currencyCode === currencyCode ? payout.amount : []))
      return sumOf([...kept.sums.since(approved), ...approvedLater])
    },
  }
}

/** Payouts by whom they pay, by the export that they are marked for, and by when they were exported. */
function createKeptPayouts(now: () => Date) {
  const byId = new Map<string, PayoutUnderWay>()
  const byPayee = new Map<string, Set<string>>()
  const sums = createApprovedSums()
  const exported: { readonly id: string; readonly at: string }[] = []
  const prepared = new Map<string, Set<string>>()
  const forget = (id: string) => {
    const known = byId.get(id)
    for (const payee of known?.payees ?? []) {
      const ids = byPayee.get(payee)
      ids?.delete(id)
      if (ids?.size === 0) byPayee.delete(payee)
    }
    if (known !== undefined) sums.remove(known)
    byId.delete(id)
  }
  const remember = (payout: PayoutUnderWay) => {
    byId.set(payout.id, payout)
    sums.add(payout)
    for (const payee of payout.payees) byPayee.set(payee, (byPayee.get(payee) ?? new Set()).add(payout.id))
    if (payout.preparedIn !== null)
      prepared.set(payout.preparedIn, (prepared.get(payout.preparedIn) ?? new Set()).add(payout.id))
    else if (payout.exportedAt !== null) exported.push({ id: payout.id, at: payout.exportedAt })
  }
  const forgetOlder = () => {
    const since = new Date(now().getTime() - rememberedMs).toISOString()
    while (exported[0] !== undefined && exported[0].at < since) {
      const { id, at: exportedAt } = exported[0]
      const known = byId.get(id)
      if (known?.preparedIn === null && known.exportedAt === exportedAt) forget(id)
      exported.shift()
    }
  }
  /** What is still in an export then is out, however long ago it was marked. */
  const conclude = (exportId: string, exportedAt: string) => {
    for (const id of prepared.get(exportId) ?? []) {
      const known = byId.get(id)
      if (known?.preparedIn !== exportId) continue
      byId.set(id, { ...known, preparedIn: null, exportedAt })
      exported.push({ id, at: exportedAt })
    }
    prepared.delete(exportId)
  }
  return {
    sums,
    forget,
    remember,
    forgetOlder,
    conclude,
    get: (id: string) => byId.get(id),
    all: () => [...byId.values()],
    paying(payees: readonly string[]) {
      const ids = new Set(payees.flatMap((payee) => [...(byPayee.get(payee) ?? [])]))
      return [...ids].flatMap((id) => byId.get(id) ?? [])
    },
  }
}

const waits = { preparedIn: null, exportedAt: null } as const

/** Of a payout of which no entry was taken. */
const unknown = { ...waits, payees: [], amount: '0', currencyCode: '', approvals: [] } as const

/** Where a payout is after an entry about it; undefined where it is neither on its way out nor known to be out. */
function placeAfter(
  action: string,
  { state, export: exportId }: z.infer<typeof factsSchema>,
  { preparedIn, exportedAt }: Pick<PayoutUnderWay, 'preparedIn' | 'exportedAt'>,
): Pick<PayoutUnderWay, 'preparedIn' | 'exportedAt'> | undefined {
  if (state === 'in_review' || state === 'approved') return waits
  if (state !== 'exported') return undefined
  if (action === 'payout.exported') return { preparedIn: exportId ?? null, exportedAt }
  const stays = { preparedIn: action === 'payout.unexported' ? null : preparedIn, exportedAt }
  return stays.preparedIn === null && exportedAt === null ? undefined : stays
}

/** What an entry records of a payment, where it does. */
function paymentIn({ payees, amount, currencyCode }: z.infer<typeof factsSchema>) {
  return payees === undefined ? {} : { payees, amount: amount ?? '0', currencyCode: currencyCode ?? '' }
}

/** One by each person: the newest. */
function approvalsWith(
  id: string,
  approvals: readonly AuditedApproval[],
  rows: readonly FollowedEntry[],
): readonly AuditedApproval[] {
  const given = rows.flatMap(({ action, thing_id, person_id: by, at }) =>
    action === 'payout.approved' && thing_id === id && by !== null ? { by, at } : [],
  )
  return given.length === 0 ? approvals : [...new Map([...approvals, ...given].map((one) => [one.by, one])).values()]
}

/** Sums by person, currency and minute: of the many that one act approves, none is counted once more for the next. */
function createApprovedSums() {
  const byMinute = new Map<string, Map<string, string>>()
  const count = ({ approvals, amount, currencyCode }: PayoutUnderWay, sign: '' | '-') => {
    for (const { by, at } of approvals) {
      const key = keyOf(by, currencyCode)
      const minutes = byMinute.get(key) ?? new Map<string, string>()
      const sum = sumOf([minutes.get(minuteOf(at)) ?? '0', `${sign}${amount}`])
      byMinute.set(key, minutes.set(minuteOf(at), sum))
    }
  }
  return {
    add: (payout: PayoutUnderWay) => count(payout, ''),
    remove: (payout: PayoutUnderWay) => count(payout, '-'),
    since({ personId, currencyCode, since }: ApprovedSince): readonly string[] {
      const minutes = byMinute.get(keyOf(personId, currencyCode)) ?? []
      return [...minutes].filter(([minute]) => minute >= minuteOf(since)).map(([, sum]) => sum)
    },
  }
}

function keyOf(personId: string, currencyCode: string): string {
  return `${personId} ${currencyCode}`
}

/** Of an ISO 8601 text. */
function minuteOf(at: string): string {
  return at.slice(0, 16)
}
