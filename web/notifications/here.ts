import { notificationsSchema } from '#shared/api/notifications.ts'
import { getJson, putSetting } from '../api/api.ts'
import { language } from '../language/language.ts'

/** Mails are in the language of the page, and mornings are where the browser is. */
export function here() {
  return { language: language(), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
}

/** Lets the server know where and in which language the person works, if that is news. Without an answer it does so at the next visit. */
export async function tellHere(): Promise<void> {
  const { settings } = await getJson('/api/notifications', notificationsSchema)
  const { language: spoken, timeZone } = here()
  if (settings.language === spoken && settings.timeZone === timeZone) return
  await putSetting('/api/notifications/settings', { ...settings, ...here() }, notificationsSchema)
}
