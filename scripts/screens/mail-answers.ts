import type { Page } from '@playwright/test'
import type { FailedMail } from '#shared/api/mail.ts'
import type { AppNotification } from '#shared/api/notifications.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** Answers as a server does whose mail server has been down for a while. */
export async function answerWithFailedMails(page: Page): Promise<void> {
  const webhooks = { deliveredAt: minutesAgo(2), failedAt: minutesAgo(700), waiting: 0, overdue: 0, setAside: 0 }
  const mail = { deliveredAt: minutesAgo(340), failedAt: minutesAgo(3), waiting: 14, overdue: 2, setAside: 1 }
  await page.route('**/api/deliveries', (route) => route.fulfill({ json: { webhooks, mail } }))
  await page.route('**/api/mail/failed', (route) => route.fulfill({ json: { items: failed } }))
}

const failed: readonly FailedMail[] = [
  mailTo('Ana Souza', { topic: 'account', why: 'connection', attempts: 2, nextAt: minutesAgo(-27) }),
  mailTo('Bruno Lima', { topic: 'review', why: 'later', status: 450, nextAt: minutesAgo(-4) }),
  mailTo('Camila Rojas', { topic: 'returned', state: 'set_aside', why: 'refused', status: 550 }),
]

function mailTo(name: string, change: Partial<FailedMail>): FailedMail {
  return {
    id: crypto.randomUUID(),
    person: { id: crypto.randomUUID(), name },
    topic: 'admin',
    state: 'waiting',
    attempts: 1,
    at: minutesAgo(3),
    status: null,
    why: 'timeout',
    nextAt: null,
    ...change,
  }
}

/** Answers as to an admin who also enters and reviews, after a busy day. */
export async function answerWithNotifications(page: Page): Promise<void> {
  const settings = { language: 'en', timeZone: 'Africa/Accra', review: 'hourly', returned: 'daily', admin: 'at_once' }
  const roles = ['clerk', 'reviewer', 'admin']
  const json = { items: notifications, settings, mailedTo: 'ana@shop.example', roles, proposals: 2 }
  await page.route('**/api/notifications', (route) => route.fulfill({ json }))
}

const payout = { reference: 'P-2026-11-29-KX7M2QW4', initials: 'A. B.', country: 'GH' }

const notifications: readonly AppNotification[] = [
  told('toReview', { payout, isRead: false }),
  told('toReview', { thing: { type: 'batch', id: 'b1' }, count: 240, isRead: false, at: minutesAgo(50) }),
  told('signedIn', { device: 'Firefox, Windows', isRead: false, at: minutesAgo(180) }),
  told('returned', { payout, at: minutesAgo(300) }),
  told('deliveriesSetAside', { thing: { type: 'webhook', id: 'e1' }, at: minutesAgo(900) }),
  told('backupFailed', { thing: { type: 'database', id: 'd' }, at: minutesAgo(2_000) }),
]

function told(kind: AppNotification['kind'], change: Partial<AppNotification>): AppNotification {
  return {
    id: crypto.randomUUID(),
    kind,
    thing: { type: 'payout', id: 'p1' },
    count: 1,
    payout: null,
    device: null,
    at: minutesAgo(4),
    isRead: true,
    ...change,
  }
}
