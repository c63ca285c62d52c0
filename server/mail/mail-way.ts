import type { NotificationSettings, NotificationTopic } from '#shared/api/notifications.ts'
import { isTopicOf, notificationTopics } from '#shared/api/notifications.ts'
import type { SignInMode } from '#shared/api/session.ts'
import type { DeliveryAnswer, DeliveryWay } from '../deliveries/deliver.ts'
import { type DeliveryRow, dueRecipients } from '../deliveries/delivery-rows.ts'
import { enterNotifications } from '../notifications/enter-notifications.ts'
import { enteredSeq, notificationsOfMail, settingsOf } from '../notifications/notification-rows.ts'
import { isOfGenuineEntry, presentNotifications, stillWaiting } from '../notifications/present-notifications.ts'
import { memberIn } from '../people/member.ts'
import { findPerson } from '../people/people-rows.ts'
import { readHead } from '../store/audit/audit-log.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Store } from '../store/store.ts'
import { composeMail } from './compose-mail.ts'
import type { SendMail } from './send-mail.ts'

interface MailWayDeps {
  readonly store: Store
  readonly signIn: SignInMode
  /** The only address that links lead to. */
  readonly publicOrigin: () => string
  readonly send: SendMail
}

/** Notifies people, in the app and by mail. */
export function mailWay(deps: MailWayDeps): DeliveryWay {
  const { store, signIn } = deps
  const due = () => dueRecipients(store.db, 'mail', store.now())
  return {
    recipientType: 'person',
    // Mail servers take few connections of one sender: Microsoft 365 takes three.
    atOnce: { recipients: 3, each: 1 },
    // Else two admins whose addresses are refused would be mailed of each other for ever.
    isReported: ({ type }) => type !== 'admin',
    isInUse: async () =>
      ((await enteredSeq(store.db)) ?? -1) < (await readHead(store.db)).seq || (await due()).length > 0,
    async enter(seq) {
      await enterNotifications({ store, signIn }, seq)
      return (await due()).map((id) => ({
        id,
        attempt: (row, signal) => mailOne(deps, row, signal),
      }))
    },
    isOn: async () => true,
    afterwards: async () => true,
    hopeless: new Set(['event', 'refused']),
  }
}

/** There was nothing to say, or no one to say it to: that is no failure. */
const nothing: DeliveryAnswer = { status: null, why: null, tookMs: 0 }

async function mailOne(
  { store, signIn, publicOrigin, send }: MailWayDeps,
  { id, recipient_id: personId, event_id: eventId, type }: DeliveryRow,
  signal: AbortSignal,
): Promise<DeliveryAnswer> {
  const topic = notificationTopics.find((one) => one === type)
  const to = topic && (await addressFor(store, signIn, { personId, topic }))
  if (topic === undefined || to === undefined) return nothing
  const rows = await notificationsOfMail(store.db, id)
  for (const row of rows) if (!(await isOfGenuineEntry(store, row))) return { status: null, why: 'event', tookMs: 0 }
  const items = await stillWaiting(store, await presentNotifications(store, rows, 'mail'))
  if (items.length === 0) return nothing
  const settings: NotificationSettings = (await settingsOf(store.db, [personId]))(personId)
  const mail = composeMail({ topic, items, settings, publicUrl: publicOrigin() })
  return send({ ...mail, id: `${eventId}.${id.slice(0, 8)}`, to, language: settings.language }, signal)
}

/** Where a person is mailed: what concerns their account also where they may do nothing any more; all else as a member whose roles it is for. */
async function addressFor(
  store: Store,
  signIn: SignInMode,
  { personId, topic }: { readonly personId: string; readonly topic: NotificationTopic },
): Promise<string | undefined> {
  const row = await findPerson(store.db, personId)
  if (row === undefined || !isIntact(store.encryption, 'people', row)) return undefined
  const roles = memberIn(store, signIn, row)?.roles
  const isFor = topic === 'account' || (roles !== undefined && isTopicOf(topic, roles))
  return isFor ? (row.email ?? undefined) : undefined
}
