import * as z from 'zod/mini'
import { type AppNotification, notificationThings } from '#shared/api/notifications.ts'
import type { Entry } from '#shared/payout/entry.ts'
import type { FieldTable } from '#shared/payout/fields.ts'
import { payoutEntry } from '../entry/entry-columns.ts'
import { secretsIn } from '../entry/masked.ts'
import { findPayouts, type PayoutRow } from '../entry/payout-rows.ts'
import { eventId } from '../events/event-of-entry.ts'
import { entryNumbered } from '../events/event-rows.ts'
import { numberKey, payeeName, searchWords } from '../search/search-terms.ts'
import { isGenuine } from '../store/audit/audit-log.ts'
import type { Reader } from '../store/store.ts'
import { deviceOfSession, inReviewOfBatches, type NotificationRow } from './notification-rows.ts'

/** Notifications as screens and mails have them: of whom a payout pays, initials and country alone, in a mail also where its reference says more. */
export async function presentNotifications(
  reader: Reader,
  rows: readonly NotificationRow[],
  shownIn: 'app' | 'mail',
): Promise<readonly AppNotification[]> {
  const payouts = await payoutsAmong(reader, rows)
  return Promise.all(
    rows.map(async (row) => {
      const { id, kind, count, at, thing_type, thing_id } = row
      const payout = payouts.get(thing_id)
      const type = z.enum(notificationThings).parse(thing_type)
      return {
        ...{ id, kind, count, at, thing: { type, id: thing_id }, isRead: row.read_at !== null },
        payout: payout === undefined ? null : shown(reader, payout, shownIn),
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

function shown(reader: Reader, row: PayoutRow, shownIn: 'app' | 'mail'): AppNotification['payout'] {
  const { external_reference, country } = row
  const entry = payoutEntry(reader, row)
  const { beneficiaryFirstName, beneficiaryLastName } = entry
  const initials = [beneficiaryFirstName, beneficiaryLastName]
    .flatMap((name) => [...`${name ?? ''}`.trim()].slice(0, 1))
    .map((letter) => `${letter.toUpperCase()}.`)
    .join(' ')
  const isHidden = shownIn === 'mail' && isPersonal(external_reference, entry, reader.fields)
  return { reference: isHidden ? '' : external_reference, initials, country }
}

/** What is shorter occurs in many references by chance. */
const leastOfNumber = 5

/** Whether a reference has the name of whom the payout pays, or a number of theirs or much of one: some take a document number for it. */
function isPersonal(reference: string, entry: Entry, fields: FieldTable): boolean {
  const names = new Set(searchWords(payeeName(entry, fields)).filter((word) => word.length > 1))
  if (searchWords(reference).some((word) => names.has(word))) return true
  const secrets = secretsIn(entry, fields).map(numberKey)
  const numbers = numberKey(reference).match(/\d+/g) ?? []
  return secrets.some(
    (secret) =>
      (secret.length >= leastOfNumber && numberKey(reference).includes(secret)) ||
      numbers.some((number) => number.length >= leastOfNumber && secret.includes(number)),
  )
}

const sessionSchema = z.object({ session: z.string() })

async function deviceIn({ db }: Pick<Reader, 'db'>, { seq }: NotificationRow): Promise<string | null> {
  const entry = await entryNumbered(db, seq)
  const { session = '' } = sessionSchema.safeParse(JSON.parse(entry?.facts ?? '{}')).data ?? {}
  return deviceOfSession(db, session)
}
