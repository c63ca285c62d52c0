import type { Kysely, Selectable } from 'kysely'
import type { ChosenTopic, NotificationSettings, NotificationTopic } from '#shared/api/notifications.ts'
import { isLanguage } from '#shared/language/languages.ts'
import { rowsOfKeys } from '../store/by-keys.ts'
import { insertRows } from '../store/insert-rows.ts'
import type { Tables } from '../store/schema.ts'

export type NotificationRow = Selectable<Tables['notifications']>

type Db = Kysely<Tables>

/** Up to which entry of the audit log people were told; undefined before the first time. */
export async function enteredSeq(db: Db): Promise<number | undefined> {
  return (await db.selectFrom('notification_reading').select('entered_seq').executeTakeFirst())?.entered_seq
}

export async function noteEnteredSeq(db: Db, entered_seq: number): Promise<void> {
  await db
    .insertInto('notification_reading')
    .values({ id: 1, entered_seq })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ entered_seq }))
    .execute()
}

export async function addNotifications(db: Db, rows: readonly NotificationRow[]): Promise<void> {
  if (rows.length > 0) await insertRows(db, 'notifications', rows)
}

/** What these things were told of, and not read yet. */
export function unreadAbout(db: Db, thingIds: readonly string[], personIds: readonly string[]) {
  return rowsOfKeys(thingIds, (some) =>
    db
      .selectFrom('notifications')
      .selectAll()
      .where('person_id', 'in', personIds)
      .where('thing_id', 'in', some)
      .where('read_at', 'is', null)
      .execute(),
  )
}

/** Adds what is alike to a notification that was not read yet. */
export async function addToNotification(
  db: Db,
  { id, ...change }: Pick<NotificationRow, 'id' | 'count' | 'at' | 'delivery_id'>,
): Promise<void> {
  await db.updateTable('notifications').set(change).where('id', '=', id).execute()
}

/** A person's last notifications, the newest first. */
export function lastNotifications(db: Db, personId: string, most: number): Promise<readonly NotificationRow[]> {
  return db
    .selectFrom('notifications')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
}

/** What a mail has to say, in the order in which it happened: what was read meanwhile is not repeated. */
export function notificationsOfMail(db: Db, deliveryId: string): Promise<readonly NotificationRow[]> {
  return db
    .selectFrom('notifications')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .where('read_at', 'is', null)
    .orderBy('seq')
    .execute()
}

export async function countUnread(db: Db, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Marks a person's notifications as read: these, or all where none is named. */
export async function markRead(db: Db, personId: string, ids: readonly string[], at: string): Promise<void> {
  const unread = db
    .updateTable('notifications')
    .set({ read_at: at })
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
  await (ids.length === 0 ? unread : unread.where('id', 'in', ids)).execute()
}

/** Marks it as read that these things wait for review, to all who were told. */
export async function markReviewed(
  db: Db,
  personIds: readonly string[],
  thingIds: readonly string[],
  at: string,
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: at })
    .where('person_id', 'in', personIds)
    .where('thing_id', 'in', thingIds)
    .where('kind', '=', 'toReview')
    .where('read_at', 'is', null)
    .execute()
}

/** Forgets what is older. */
export async function forgetNotifications(db: Db, before: string): Promise<void> {
  await db.deleteFrom('notifications').where('at', '<', before).execute()
}

/** The payouts of these batches that wait for review, by the batch. */
export async function inReviewOfBatches(db: Db, batchIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOfKeys(batchIds, (some) =>
    db
      .selectFrom('payouts')
      .select(({ fn }) => ['batch_id', fn.countAll<number | string>().as('count')])
      .where('batch_id', 'in', some)
      .where('state', '=', 'in_review')
      .groupBy('batch_id')
      .execute(),
  )
  return new Map(rows.map(({ batch_id, count }) => [batch_id ?? '', Number(count)]))
}

/** The device of a session that is still remembered. */
export async function deviceOfSession(db: Db, sessionId: string): Promise<string | null> {
  const row = await db.selectFrom('sessions').select('device').where('id', '=', sessionId).executeTakeFirst()
  return row?.device ?? null
}

/** Of who has chosen nothing: quiet, but for what admins have to do something about. */
const byDefault = { language: 'en', timeZone: 'UTC', review: 'daily', returned: 'daily', admin: 'at_once' } as const

/** What these people chose, by the person. */
export async function settingsOf(
  db: Db,
  personIds: readonly string[],
): Promise<(personId: string) => NotificationSettings> {
  const rows = await rowsOfKeys(personIds, (some) =>
    db.selectFrom('notification_settings').selectAll().where('person_id', 'in', some).execute(),
  )
  const found = new Map(
    rows.map(({ person_id, language, time_zone: timeZone, review, returned, admin }) => [
      person_id,
      { language: isLanguage(language) ? language : byDefault.language, timeZone, review, returned, admin },
    ]),
  )
  return (personId) => found.get(personId) ?? byDefault
}

export async function saveSettings(db: Db, person_id: string, { timeZone, ...rest }: NotificationSettings) {
  const chosen = { ...rest, time_zone: timeZone }
  await db
    .insertInto('notification_settings')
    .values({ person_id, ...chosen })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(chosen))
    .execute()
}

/** The mail to a person that is to be sent by then, and not begun; undefined where there is none. */
export async function openMail(
  db: Db,
  {
    personId,
    topic,
    now,
    by,
  }: { readonly personId: string; readonly topic: ChosenTopic; readonly now: string; readonly by: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('deliveries')
    .select('id')
    .where('recipient_id', '=', personId)
    .where('type', '=', topic)
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .where('due_at', '>', now)
    .where('due_at', '<=', by)
    .executeTakeFirst()
  return row?.id
}

/** Which of these mails are due, have been tried, or are sent. */
export async function begunMails(db: Db, deliveryIds: readonly string[], now: string): Promise<ReadonlySet<string>> {
  const waiting = await rowsOfKeys(deliveryIds, (some) =>
    db
      .selectFrom('deliveries')
      .select('id')
      .where('id', 'in', some)
      .where('state', '=', 'waiting')
      .where('attempts', '=', 0)
      .where('due_at', '>', now)
      .execute(),
  )
  const open = new Set(waiting.map(({ id }) => id))
  return new Set(deliveryIds.filter((id) => !open.has(id)))
}

/** When a mail of a topic was last tried. */
export async function lastMail(db: Db, personId: string, topic: NotificationTopic): Promise<string | null> {
  const row = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.max('tried_at').as('at'))
    .where('recipient_id', '=', personId)
    .where('type', '=', topic)
    .executeTakeFirst()
  return row?.at ?? null
}
