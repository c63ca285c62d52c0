import * as z from 'zod/mini'
import { type AppNotification, notificationThings } from '#shared/api/notifications.ts'
import { payoutEntry } from '../entry/entry-columns.ts'
import { findPayouts, type PayoutRow } from '../entry/payout-rows.ts'
import { eventId } from '../events/event-of-entry.ts'
import { entryNumbered } from '../events/event-rows.ts'
import { isGenuine } from '../store/audit/audit-log.ts'
import type { Reader } from '../store/store.ts'
import { deviceOfSession, inReviewOfBatches, type NotificationRow } from './notification-rows.ts'

/** Notifications as screens and mails have them: of whom a payout pays, initials and country alone. */
export async function presentNotifications(
  reader: Reader,
  rows: readonly NotificationRow[],
): Promise<readonly AppNotification[]> {
  const payouts = await payoutsAmong(reader, rows)
  return Promise.all(
    rows.map(async (row) => {
      const { id, kind, count, at, thing_type, thing_id } = row
      const payout = payouts.get(thing_id)
      const type = z.enum(notificationThings).parse(thing_type)
      return {
        ...{ id, kind, count, at, thing: { type, id: thing_id }, isRead: row.read_at !== null },
        payout: payout === undefined ? null : shown(reader, payout),
        device: kind === 'signedIn' ? await deviceIn(reader, row) : null,
      }
    }),
  )
}

/** Those that are still so: what was reviewed meanwhile does not wait any more. Of a batch, how many still do. */
export async function stillWaiting(
  reader: Pick<Reader, 'db'>,
  given: readonly AppNotification[],
): Promise<readonly AppNotification[]> {
  const asked = given.filter(({ kind }) => kind === 'toReview').map(({ thing }) => thing)
  const ids = (type: string) => asked.filter((thing) => thing.type === type).map(({ id }) => id)
  const rows = await findPayouts(reader.db, ids('payout'))
  const waiting = new Set(rows.filter(({ state }) => state === 'in_review').map(({ id }) => id))
  const ofBatches = await inReviewOfBatches(reader.db, ids('batch'))
  return given.flatMap((one) => {
    if (one.kind !== 'toReview') return [one]
    const count = one.thing.type === 'batch' ? (ofBatches.get(one.thing.id) ?? 0) : Number(waiting.has(one.thing.id))
    return count === 0 ? [] : [{ ...one, count }]
  })
}

/** Whether the entry that a notification began with is the one that the app wrote. */
export async function isOfGenuineEntry(
  { db, encryption }: Pick<Reader, 'db' | 'encryption'>,
  { seq, event_id }: Pick<NotificationRow, 'seq' | 'event_id'>,
): Promise<boolean> {
  const entry = await entryNumbered(db, seq)
  return entry !== undefined && isGenuine(encryption, entry) && eventId(entry) === event_id
}

async function payoutsAmong(reader: Pick<Reader, 'db'>, rows: readonly NotificationRow[]) {
  const ids = rows.filter(({ thing_type }) => thing_type === 'payout').map(({ thing_id }) => thing_id)
  return new Map((await findPayouts(reader.db, ids)).map((row) => [row.id, row]))
}

function shown(reader: Reader, row: PayoutRow): AppNotification['payout'] {
  const { beneficiaryFirstName, beneficiaryLastName } = payoutEntry(reader, row)
  const initials = [beneficiaryFirstName, beneficiaryLastName]
    .flatMap((name) => [...`${name ?? ''}`.trim()].slice(0, 1))
    .map((letter) => `${letter.toUpperCase()}.`)
    .join(' ')
  return { reference: row.external_reference, initials, country: row.country }
}

const sessionSchema = z.object({ session: z.string() })

async function deviceIn({ db }: Pick<Reader, 'db'>, { seq }: NotificationRow): Promise<string | null> {
  const entry = await entryNumbered(db, seq)
  const { session = '' } = sessionSchema.safeParse(JSON.parse(entry?.facts ?? '{}')).data ?? {}
  return deviceOfSession(db, session)
}
