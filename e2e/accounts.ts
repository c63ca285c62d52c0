import { execFile } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { type Browser, test as baseTest, expect, type Page } from '@playwright/test'
import { invitationSchema } from '#shared/api/people.ts'
import { proposalsSchema } from '#shared/api/proposals.ts'
import { accountsEnvironment, accountsUrl } from './accounts-server.ts'

/** Playwright's test against the server with accounts, for every spec file; no one is signed in. */
export const test = baseTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing else is needed
  baseURL: async ({}, use) => {
    await use(accountsUrl)
  },
})

export { expect }

/** An address that no other test has. */
export function newEmail(name: string): string {
  return `${name}-${randomUUID().slice(0, 8)}@example.com`
}

/** An invited admin: the address, and the path of the link. */
interface Invited {
  readonly email: string
  readonly link: string
}

/** Made ahead: the program takes far longer to start than to invite. */
const invited: Invited[] = []

/** Invites an admin as who runs the server does. */
export async function inviteAdmin(): Promise<Invited> {
  if (invited.length === 0) invited.push(...(await inviteAdmins(4)))
  const next = invited.pop()
  if (next === undefined) throw new Error('Nobody was invited')
  return next
}

async function inviteAdmins(count: number): Promise<readonly Invited[]> {
  const emails = Array.from({ length: count }, () => newEmail('admin'))
  const links = await linksOf('invite-admin', emails)
  return links.map((link, place) => ({ link, email: emails[place] ?? '' }))
}

/** The paths of the links that a command of `npm run people` prints for each of these. */
async function linksOf(command: string, about: readonly string[]): Promise<readonly string[]> {
  const printed = await runPeople(command, about)
  const links = printed.match(/\/enrol#[\w-]+/g) ?? []
  expect(links, printed).toHaveLength(about.length)
  return links
}

/** Confirms at the command line what waits about a person of this name. */
export async function confirmAbout(name: string): Promise<void> {
  const line = (await runPeople('proposals', [''])).split('\n').find((one) => one.includes(` · ${name} · `))
  await runPeople('confirm', [line?.split(' · ')[0] ?? ''])
}

/** What a command of `npm run people` prints, run once for each of these. */
async function runPeople(command: string, about: readonly string[]): Promise<string> {
  const program =
    "const { programs } = await import('./dist/server/data-programs.js'); const [command, ...all] = process.argv.slice(1); for (const about of all) console.log((await programs.people([command, about])).text)"
  const env = { ...process.env, ...accountsEnvironment }
  const words = ['--input-type=module', '-e', program, command, ...about]
  const { stdout } = await promisify(execFile)(process.execPath, words, { env })
  return stdout
}

/** A fingerprint reader that the right person touches whenever it asks, or never. */
export interface Authenticator {
  readonly touched: (isTouched: boolean) => Promise<void>
}

/** Gives the browser of a page a passkey device. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async touched(enabled) {
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
  }
}

/** Opens a link and sets up a passkey on a new device. */
export async function enrolByPasskey(page: Page, link: string, name: string) {
  const device = await addAuthenticator(page)
  await page.goto(link)
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  return { device, codes: await keepCodes(page) }
}

/** Confirms a change of how the person signs in by the passkey of the page. */
export async function confirmChange(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByRole('button', { name: 'Use my passkey' }).click()
  await expect(dialog).toBeHidden()
}

/** Has an admin invite a new person, a reviewer with a word at the command line, and enrols them in a browser of their own. */
export async function member(admin: Page, browser: Browser, role: 'clerk' | 'reviewer') {
  const email = newEmail(role)
  const answer = await admin.request.post('/api/invitations', {
    data: { email, name: email.slice(0, 16), roles: [role], approveUpTo: {}, approveUpToADay: {} },
    headers: { 'idempotency-key': email },
  })
  expect(answer.status(), await answer.text()).toBeLessThan(300)
  const { link, person } = invitationSchema.parse(await answer.json())
  const proposals = proposalsSchema.parse(await (await admin.request.get('/api/proposals')).json())
  const asked = proposals.items.filter((one) => one.person?.id === person.id).map(({ id }) => id)
  const path = link === null ? (await linksOf('confirm', asked))[0] : `/enrol${new URL(link).hash}`
  const context = await browser.newContext({ baseURL: new URL(admin.url()).origin })
  const page = await context.newPage()
  await enrolByPasskey(page, path ?? '', email.slice(0, 16))
  return page
}

/** Keeps the recovery codes that are shown, and goes on. */
export async function keepCodes(page: Page): Promise<readonly string[]> {
  await expect(page.getByRole('heading', { level: 1, name: 'Save your recovery codes' })).toBeVisible()
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents()
  await page.getByRole('checkbox', { name: 'I have saved these codes' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: /^Signed in as/ })).toBeVisible()
  return codes
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Signed in as/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
}

/** What an authenticator app shows: RFC 6238. A server takes each code once, so another one comes from half a minute ahead. */
export function totpCode(secret: string, stepsAhead = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAhead))
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const place = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(place) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  const bits = [...text.replaceAll(/\s/g, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Ends the session as an admin would, while the browser goes on holding its cookie. */
export async function endSession(page: Page): Promise<void> {
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`)
  const answer = await fetch(new URL('/api/session', page.url()), {
    method: 'DELETE',
    headers: { cookie: cookies.join('; ') },
  })
  expect(answer.status).toBe(200)
}
