import { failedMailsSchema } from '#shared/api/mail.ts'
import { notificationSettingsSchema, notificationsSchema, readNotificationsSchema } from '#shared/api/notifications.ts'
import { moveDeliveries } from '../deliveries/delivery-rows.ts'
import { named, type Route, route } from '../http/route.ts'
import { failedMails } from '../mail/failed-mails.ts'
import { markRead, saveSettings } from '../notifications/notification-rows.ts'
import { showNotifications } from '../notifications/show-notifications.ts'
import type { AppDeps } from './app-deps.ts'

/** What people are told of, where mail is set up: the same in the app and by mail. */
export function notificationRoutes({ store }: Pick<AppDeps, 'store'>): readonly Route[] {
  const answer = named('Notifications', notificationsSchema)
  const failed = named('FailedMails', failedMailsSchema)
  return [
    route({
      method: 'get',
      path: '/api/notifications',
      isUse: false,
      permission: 'account',
      summary: 'What you were told of, the last hundred, newest first, and when you are mailed.',
      answer,
      problems: ['TAMPERED'],
      handle: async ({ person }) => ({ body: await showNotifications(store, person) }),
    }),
    route({
      method: 'post',
      path: '/api/notifications/read',
      permission: 'account',
      summary: 'Marks your notifications as read: these, or all where none is named.',
      body: named('ReadNotifications', readNotificationsSchema),
      answer,
      problems: ['TAMPERED'],
      handle: async ({ person, body }) => {
        await store.write((tx) => markRead(tx.db, person.id, body.ids, tx.now().toISOString()))
        return { body: await showNotifications(store, person) }
      },
    }),
    route({
      method: 'put',
      path: '/api/notifications/settings',
      permission: 'account',
      summary: 'Chooses when you are mailed, and in which language. What concerns your own account always is.',
      body: named('NotificationSettings', notificationSettingsSchema),
      answer,
      problems: ['TAMPERED'],
      handle: async ({ person, body }) => {
        await store.write((tx) => saveSettings(tx.db, person.id, body))
        return { body: await showNotifications(store, person) }
      },
    }),
    route({
      method: 'get',
      path: '/api/mail/failed',
      isUse: false,
      permission: 'administer',
      summary: 'The last hundred mails that were tried in vain, newest first: set aside, or to be tried again.',
      answer: failed,
      handle: async () => ({ body: { items: [...(await failedMails(store))] } }),
    }),
    route({
      method: 'post',
      path: '/api/mail/retry',
      permission: 'manage',
      summary: 'Has the mails that were set aside sent again, and answers the last hundred that were tried in vain.',
      answer: failed,
      handle: async () => {
        await store.write((tx) => moveDeliveries(tx.db, { way: 'mail' }, 'set_aside', 'waiting'))
        return { body: { items: [...(await failedMails(store))] } }
      },
    }),
  ]
}
