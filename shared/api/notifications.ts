import * as z from 'zod/mini'
import { languageCodes } from '#shared/language/languages.ts'
import { mayDo, type Permission, type Role, roles } from './permissions.ts'
import { idText } from './texts.ts'

/*
 * What people are told of: on the screen Notifications and, where mail is set up, by mail. A notification is of an event: it counts once, wherever it is read.
 */

/** What concerns one's own account cannot be switched off. */
const topicRules = {
  account: null,
  review: 'approve',
  returned: 'enter',
  admin: 'administer',
} as const satisfies Record<string, Permission | null>

export const notificationTopics = ['account', 'review', 'returned', 'admin'] as const

export type NotificationTopic = (typeof notificationTopics)[number]

/** Those of which people choose when they are mailed. */
export const chosenTopics = ['review', 'returned', 'admin'] as const

export type ChosenTopic = (typeof chosenTopics)[number]

/** Whether a topic is for people with these roles. */
export function isTopicOf(topic: NotificationTopic, given: readonly Role[]): boolean {
  const permission = topicRules[topic]
  return permission === null || mayDo(given, permission)
}

const kindTopics = {
  signedIn: 'account',
  enrolled: 'account',
  recovered: 'account',
  linkMade: 'account',
  passkeyAdded: 'account',
  passkeyRemoved: 'account',
  passwordSet: 'account',
  passwordRemoved: 'account',
  codesMade: 'account',
  codesUsed: 'account',
  rolesChanged: 'account',
  suspended: 'account',
  reinstated: 'account',
  toReview: 'review',
  returned: 'returned',
  refused: 'returned',
  proposal: 'admin',
  backupFailed: 'admin',
  deliveriesSetAside: 'admin',
} as const satisfies Record<string, NotificationTopic>

export type NotificationKind = keyof typeof kindTopics

export const notificationKinds = Object.keys(kindTopics).filter((kind): kind is NotificationKind => kind in kindTopics)

export function topicOf(kind: NotificationKind): NotificationTopic {
  return kindTopics[kind]
}

/** What it is about, where that has a screen. */
export const notificationThings = ['payout', 'batch', 'person', 'policy', 'webhook', 'database'] as const

const notificationSchema = z.object({
  id: z.string(),
  kind: z.enum(notificationKinds),
  thing: z.object({ type: z.enum(notificationThings), id: z.string() }),
  /** Of how many things: payouts of a batch count together. */
  count: z.number(),
  /** Of a payout, as mails have it: its reference, the initials of whom it pays, and the country. */
  payout: z.nullable(z.object({ reference: z.string(), initials: z.string(), country: z.string() })),
  /** Of a sign-in: browser and system in a few words. */
  device: z.nullable(z.string()),
  at: z.string(),
  isRead: z.boolean(),
})

export type AppNotification = z.infer<typeof notificationSchema>

export const mailTimes = ['at_once', 'hourly', 'daily', 'off'] as const

export type MailTime = (typeof mailTimes)[number]

/** PUT /api/notifications/settings: when a person is mailed, in which language, and where their mornings are. */
export const notificationSettingsSchema = z.strictObject({
  language: z.enum(languageCodes),
  timeZone: z
    .string()
    .check(z.maxLength(64), z.refine(isTimeZone), z.describe('A name of the IANA time zone database.')),
  review: z.enum(mailTimes),
  returned: z.enum(mailTimes),
  admin: z.enum(mailTimes),
})

export type NotificationSettings = Readonly<z.infer<typeof notificationSettingsSchema>>

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** POST /api/notifications/read. */
export const readNotificationsSchema = z.strictObject({
  ids: z.array(idText).check(z.maxLength(100), z.describe('Empty: all.')),
})

/** GET /api/notifications: the last hundred, the newest first. */
export const notificationsSchema = z.object({
  items: z.array(notificationSchema),
  settings: notificationSettingsSchema,
  /** Where one is mailed; null: nowhere. */
  mailedTo: z.nullable(z.string()),
  /** What decides which topics are theirs. */
  roles: z.array(z.enum(roles)),
  /** Proposals that wait for the person. */
  proposals: z.number(),
})
