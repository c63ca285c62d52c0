import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { answerWithLinks, answerWithReceived, linkScenes } from './link-answers.ts'
import { answerWithFailedMails, answerWithNotifications } from './mail-answers.ts'
import type { Scene } from './scenes.ts'
import { answerWithWebhooks } from './webhook-answers.ts'

/** What an app that keeps accounts itself is started with. */
export const accountsSettings = {
  SIGN_IN: 'accounts',
  PUBLIC_URL: '',
  HOST: '127.0.0.1',
  WEBHOOKS: 'on',
  DETAILS_URL: 'http://localhost:3001',
  DETAILS_PORT: '0',
} as const

/** Two people cannot have the same. */
const names = [
  'Ana Souza',
  'Bruno Lima',
  'Camila Rojas',
  'Elena Quispe',
  'Fabio Nunes',
  'Gloria Paz',
  'Hugo Reis',
  'Ines Roca',
  'Joana Dias',
  'Luis Vega',
  'Marta Leal',
  'Noemi Paz',
  'Olga Sanz',
]

/** A problem that asks who it is. */
const stepUp = {
  ...{ type: 'about:blank', title: '', status: 403, detail: '' },
  ...{ code: 'STEP_UP_REQUIRED', retryable: false, requestId: 'r' },
}

/** Signing in and one's own account, in such an app. */
export function accountsScenes(dataDirectory: string, port: string): readonly Scene[] {
  const invited = () => inviteAdmin({ ...accountsSettings, DATA_DIR: dataDirectory, DATABASE_URL: '', PORT: port })
  const open = async (page: Page) => void (await page.goto(await invited()))
  const enrol = async (page: Page) => {
    await addAuthenticator(page)
    await open(page)
    await page.locator('[name="ownName"]').fill(names.shift() ?? '')
    await page.locator('#main button').first().click()
    await page.locator('[name="codesKept"]').waitFor()
  }
  const goOn = async (page: Page) => {
    await enrol(page)
    await page.locator('[name="codesKept"]').check()
    await page.locator('#main button').last().click()
    await page.goto('/account')
    await page.locator('[name="passkeyName"]').waitFor()
  }
  const start = { path: '/payouts', person: undefined }
  const scene = (name: string, prepare: Scene['prepare'] = async () => {}): Scene => ({ ...start, name, prepare })
  const shown = (name: string, path: string, content: string, answer: (page: Page) => Promise<void> = async () => {}) =>
    scene(name, async (page) => {
      await goOn(page)
      await answer(page)
      await page.goto(path)
      await page.locator(content).first().waitFor()
    })
  return [
    scene('sign-in'),
    scene('sign-in-errors', (page) => page.locator('form button[type="submit"]').first().click()),
    scene('sign-in-recovery', (page) => page.locator('#main summary').click()),
    scene('enrol', open),
    scene('enrol-password', async (page) => {
      await open(page)
      await page.locator('#main summary').click()
      await page.locator('svg[role="img"]').last().waitFor()
    }),
    scene('enrol-codes', enrol),
    scene('enrol-void', async (page) => void (await page.goto('/enrol#nothing-that-was-handed-out'))),
    scene('account', goOn),
    shown('people', '/people', '#main button'),
    shown('first-days', '/people/first-days', '#main table'),
    scene('webhooks', async (page) => {
      await goOn(page)
      await answerWithWebhooks(page)
      await page.goto('/settings/webhooks')
      await page.locator('#main summary').first().click()
      await page.locator('#main table').waitFor()
    }),
    scene('webhooks-propose', async (page) => {
      await goOn(page)
      await page.goto('/settings/webhooks')
      await page.locator('#main button').first().click()
      await page.locator('dialog button[type="submit"]').click()
      await page.locator('dialog [aria-invalid="true"]').first().waitFor()
    }),
    shown('details-links', '/details-links', '#main td', answerWithLinks),
    shown('received-details', '/details-links/received', '#main article button', answerWithReceived),
    ...Object.entries(linkScenes).map(([name, show]) => scene(name, (page) => goOn(page).then(() => show(page)))),
    shown('notifications', '/notifications', '#main select', answerWithNotifications),
    shown('about-mail', '/about', '#main table', answerWithFailedMails),
    scene('account-step-up', async (page) => {
      await goOn(page)
      await page.route('**/api/account/recovery-codes', (route) => route.fulfill({ status: 403, json: stepUp }))
      await page.locator('#main section').nth(3).locator('button').click()
      await page.locator('dialog').waitFor()
    }),
  ]
}

async function inviteAdmin(settings: Readonly<Record<string, string>>): Promise<string> {
  const program =
    "const { programs } = await import('./dist/server/data-programs.js'); console.log((await programs.people(['invite-admin', process.argv[1]])).text)"
  const email = `ana-${randomUUID().slice(0, 4)}@example.com`
  const words = ['--input-type=module', '-e', program, email]
  const { stdout } = await promisify(execFile)(process.execPath, words, { env: { ...process.env, ...settings } })
  return /\/enrol#[\w-]+/.exec(stdout)?.[0] ?? '/'
}

/** A passkey device that is touched whenever it asks. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
