import { randomUUID } from 'node:crypto'
import { chosenTopics, topicOf } from '#shared/api/notifications.ts'
import type { SignInMode } from '#shared/api/session.ts'
import { addDeliveries, untried } from '../deliveries/delivery-rows.ts'
import { eventOf } from '../events/event-of-entry.ts'
import { verifiedEntries } from '../events/find-events.ts'
import { allPeople, findPeople } from '../people/people-rows.ts'
import type { AuditRow } from '../store/audit/audit-log.ts'
import type { Store, Transaction } from '../store/store.ts'
import { dueAt } from './mail-time.ts'
import {
  addNotifications,
  addToNotification,
  begunMails,
  enteredSeq,
  forgetNotifications,
  lastMail,
  markReviewed,
  type NotificationRow,
  noteEnteredSeq,
  openMail,
  settingsOf,
  unreadAbout,
} from './notification-rows.ts'
import { type Telling, tellingsOf } from './tellings.ts'

interface EnteringDeps {
  readonly store: Store
  readonly signIn: SignInMode
}

const entriesAtOnce = 500

/** What is older is shown no more, whether it was read or not. */
const keptMs = 90 * 24 * 60 * 60_000

/**
 * Enters what people are told of the entries of the audit log since, a part at a time, with the mails that will say it. Where no one was told before, it
 * begins here: what happened long ago is no news.
 */
export async function enterNotifications({ store, signIn }: EnteringDeps, head: number): Promise<void> {
  for (let isMore = true; isMore; ) {
    isMore = await store.write(async (tx) => {
      const entered = await enteredSeq(tx.db)
      if (entered === undefined) await noteEnteredSeq(tx.db, head)
      if (entered === undefined || entered >= head) return false
      const rows = await verifiedEntries(tx, { seq: entered }, entriesAtOnce)
      const last = rows.at(-1)
      if (last === undefined) return false
      await readReviewed(tx, rows)
      await enterTellings(tx, await tellingsOf(tx, signIn, rows))
      await noteEnteredSeq(tx.db, last.seq)
      await forgetNotifications(tx.db, new Date(tx.now().getTime() - keptMs).toISOString())
      return rows.length === entriesAtOnce
    })
  }
}

/** What waits for review no more is news no more, though no one has read it. */
async function readReviewed(tx: Transaction, rows: readonly AuditRow[]): Promise<void> {
  const ids = rows.flatMap((row) => {
    const { type, data } = eventOf(row) ?? {}
    return data !== undefined && (type === 'batch.reviewed' || data.from === 'in_review') ? [data.thing.id] : []
  })
  if (ids.length === 0) return
  const personIds = (await allPeople(tx.db)).map(({ id }) => id)
  await markReviewed(tx.db, personIds, ids, tx.now().toISOString())
}

async function enterTellings(tx: Transaction, tellings: readonly Telling[]): Promise<void> {
  if (tellings.length === 0) return
  const personIds = [...new Set(tellings.map(({ person_id }) => person_id))]
  const known = await unreadAbout(
    tx.db,
    tellings.map(({ thing_id }) => thing_id),
    personIds,
  )
  const begun = await begunMails(
    tx.db,
    known.flatMap(({ delivery_id }) => delivery_id ?? []),
    tx.now().toISOString(),
  )
  const mailFor = await mailsOf(tx, personIds)
  const added = new Map<string, NotificationRow>()
  const changed = new Map<string, NotificationRow>()
  const unread = new Map(known.map((row) => [keyOf(row), row]))
  for (const telling of tellings) {
    const key = keyOf(telling)
    const same =
      topicOf(telling.kind) === 'account' ? undefined : (added.get(key) ?? changed.get(key) ?? unread.get(key))
    if (same === undefined) {
      added.set(key, {
        ...telling,
        id: randomUUID(),
        count: 1,
        read_at: null,
        delivery_id: await mailFor(telling),
      })
      continue
    }
    // What was mailed already is mailed again, as there is more of it.
    const isOpen = same.delivery_id !== null && !begun.has(same.delivery_id)
    const delivery_id = isOpen ? same.delivery_id : await mailFor(telling)
    const more = { ...same, count: same.count + 1, at: telling.at, delivery_id }
    if (added.has(key)) added.set(key, more)
    else changed.set(key, more)
  }
  await addNotifications(tx.db, [...added.values()])
  for (const { id, count, at, delivery_id } of changed.values())
    await addToNotification(tx.db, { id, count, at, delivery_id })
}

/** What is alike: of one's account, each entry is another one. */
function keyOf({ person_id, kind, thing_id, seq }: Pick<NotificationRow, 'person_id' | 'kind' | 'thing_id' | 'seq'>) {
  return JSON.stringify([person_id, kind, thing_id, topicOf(kind) === 'account' && seq])
}

/** Finds or enters the mail that says something to a person; null where they get none of it. What concerns their own account is mailed at once. */
async function mailsOf(tx: Transaction, personIds: readonly string[]) {
  const chosen = await settingsOf(tx.db, personIds)
  const people = await findPeople(tx.db, personIds)
  const withAddress = new Set(people.filter(({ email }) => email !== null).map(({ id }) => id))
  const ofAccounts = new Map<string, string>()
  const enter = async ({ person_id, kind, seq, event_id }: Telling, due_at: string) => {
    const id = randomUUID()
    const to = { way: 'mail', recipient_id: person_id, thing_id: id, type: topicOf(kind) } as const
    await addDeliveries(tx.db, [{ ...untried, ...to, id, seq, event_id, due_at }])
    return id
  }
  return async (telling: Telling): Promise<string | null> => {
    const { person_id: personId, kind } = telling
    if (!withAddress.has(personId)) return null
    const topic = chosenTopics.find((one) => one === topicOf(kind))
    if (topic === undefined) {
      const id = ofAccounts.get(personId) ?? (await enter(telling, ''))
      ofAccounts.set(personId, id)
      return id
    }
    const { timeZone, [topic]: time } = chosen(personId)
    if (time === 'off') return null
    const now = tx.now()
    const by = dueAt(time, now, timeZone, await lastMail(tx.db, personId, topic))
    return (await openMail(tx.db, { personId, topic, now: now.toISOString(), by })) ?? (await enter(telling, by))
  }
}
