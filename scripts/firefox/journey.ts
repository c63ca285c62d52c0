/** `npm run firefox`: the main journey in the installed Firefox, which `npm run soak` runs too. See docs/accessibility.md. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { buildIfStale } from '../build-stamp.mjs'
import { startBuiltApp } from '../built-app.ts'
import { type Firefox, startFirefox, type Tab } from './firefox.ts'

const exportedSchema = z.object({ externalReference: z.string(), recipientPixKey: z.string(), amount: z.number() })

if (!(await buildIfStale())) process.exit(1)
const directory = mkdtempSync(join(tmpdir(), 'payout-desk-firefox-'))
const app = await startBuiltApp(mkdtempSync(join(directory, 'data-')))
try {
  const firefox = await startFirefox(directory)
  try {
    await runJourney(firefox)
  } finally {
    await firefox.close()
  }
} finally {
  await app.stop()
  rmSync(directory, { recursive: true })
}

async function runJourney(firefox: Firefox): Promise<void> {
  const reference = await enterPayout(await signIn(firefox, 'Ana'))
  await approveAndExport(await signIn(firefox, 'Bruno'), reference)
  const [payout, ...others] = z.array(exportedSchema).parse(await firefox.download())
  assert.deepEqual(payout, { externalReference: reference, recipientPixKey: 'ana@example.com', amount: 1500.5 })
  assert.deepEqual(others, [])
  console.log(`Firefox entered, approved and exported ${reference}.`)
}

async function signIn(firefox: Firefox, name: string): Promise<Tab> {
  const tab = await firefox.openTab()
  await tab.goto(`${app.url}/payouts`)
  await tab.fill('Your name', name)
  await tab.click('button', 'Sign in')
  return tab
}

/** Makes one mistake, sees its error and corrects it. Returns the payout's reference. */
async function enterPayout(tab: Tab): Promise<string> {
  await tab.click('link', 'New payout')
  await tab.choose('Country', 'Braz')
  await tab.fill('First name', 'Ana')
  await tab.fill('Last name', 'Souza')
  await tab.fill('CPF', '111.444.777-35')
  await tab.fill('Pix key', 'ana@example')
  await tab.fill('Amount', '1500,50')
  await tab.click('button', 'Send to review')
  await tab.see(/This e-mail key is not complete/)
  await tab.fill('Pix key', 'ana@example.com')
  await tab.click('button', 'Send to review')
  await tab.see(/Sent to review\./)
  return tab.see(/PD-[A-Z0-9]+/)
}

async function approveAndExport(tab: Tab, reference: string): Promise<void> {
  await tab.click('link', 'To review 1 waiting for you')
  await tab.see(new RegExp(reference))
  await tab.click('button', 'Approve…')
  await tab.click('button', 'Approve')
  await tab.see(new RegExp(`${reference} was approved\\.`))
  await tab.goto(`${app.url}/exports`)
  await tab.click('checkbox', 'All payouts shown')
  await tab.click('button', 'Export 1 payout…')
  await tab.click('button', 'Export 1 payout')
  await tab.see(/The file is being saved/)
}
