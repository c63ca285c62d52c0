import type { Page } from '@playwright/test'
import { type EventType, eventTypeNames } from '#shared/api/events.ts'
import type { Delivery, Webhook } from '#shared/api/webhooks.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** Answers as a server does after some days: what takes three days of failures, or another admin, in three endpoints. */
export async function answerWithWebhooks(page: Page): Promise<void> {
  const endpoint = (change: Partial<Webhook>): Webhook => ({
    id: 'e1',
    url: 'https://erp.example.com/payouts/events',
    types: ['payout.approved', 'payout.exported', 'payout.outcome_recorded'],
    state: 'on',
    why: null,
    madeBy: { id: 'p1', name: 'Ana Souza' },
    madeAt: minutesAgo(5_000),
    agreedBy: [
      { id: 'p1', name: 'Ana Souza', isAdmin: false },
      { id: 'p2', name: 'Bruno Lima', isAdmin: true },
    ],
    isSecretProposed: false,
    formerSecretUntil: minutesAgo(-900),
    waiting: 2,
    setAside: 1,
    ...change,
  })
  const calm = { formerSecretUntil: null, waiting: 0, setAside: 0 }
  const items = [
    endpoint({}),
    endpoint({
      ...calm,
      id: 'e2',
      url: 'https://warehouse.example.org/in',
      state: 'proposed',
      types: ['export.created'],
    }),
    endpoint({
      ...calm,
      id: 'e3',
      url: 'https://old.example.net/hooks',
      state: 'off',
      why: 'gone',
      types: eventTypeNames,
    }),
  ]
  await page.route('**/api/webhooks', (route) => route.fulfill({ json: { items, changed: ['e4'] } }))
  await page.route('**/api/webhooks/*/deliveries', (route) => route.fulfill({ json: { items: deliveries } }))
}

const deliveries: readonly Delivery[] = [
  delivery('payout.approved', { state: 'waiting', attempts: 3, status: 503, why: 'answer', nextAt: minutesAgo(-27) }),
  delivery('payout.exported', { state: 'waiting', attempts: 0, status: null, at: null, tookMs: null }),
  delivery('payout.outcome_recorded', { state: 'set_aside', attempts: 10, status: 302, why: 'redirect' }),
  delivery('payout.approved', { state: 'delivered', attempts: 2 }),
  delivery('test', { state: 'failed', status: null, why: 'certificate' }),
  delivery('payout.exported', { state: 'delivered' }),
]

function delivery(type: EventType | 'test', change: Partial<Delivery>): Delivery {
  return {
    id: crypto.randomUUID(),
    eventId: 'evt_8Zb3yQ2mT0',
    type,
    state: 'delivered',
    attempts: 1,
    at: minutesAgo(12),
    status: 204,
    why: null,
    tookMs: 84,
    nextAt: null,
    ...change,
  }
}
