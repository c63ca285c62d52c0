import type { Page } from '@playwright/test'
import type { FailedMail } from '#shared/api/mail.ts'

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
