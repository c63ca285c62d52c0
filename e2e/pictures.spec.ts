import { readFileSync, writeFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { picturesUrl } from './pictures-server.ts'
import { smallPng } from './small-png.ts'

test.use({
  baseURL: picturesUrl,
  locale: 'en-US',
  timezoneId: 'UTC',
  contextOptions: { reducedMotion: 'reduce' },
})

// The second test adds what the pictures do not show.
test.describe.configure({ mode: 'serial' })

const large = { width: 1280, height: 1000 }
const small = { width: 1280, height: 900 }

type Theme = 'light' | 'dark'

const november = `Country,First name,Last name,Document,Pix key,Bank,Account,Amount,Currency,Reference
Brazil,Beatriz,Almeida,318.204.765-53,beatriz.almeida@example.com,,,2150.00,BRL,NOV-01
Brazil,João,Nogueira,740.915.386-57,joao.nogueira@example.com,,,1875.50,BRL,NOV-02
Kenya,Wanjiru,Kamau,,,001,9876543214,51000.00,KES,NOV-03
Kenya,Peter,Otieno,,,001,2.04819E+10,61500.00,KES,NOV-04
Kenya,Faith,Wanjala,,,001,20481937745,48200.00,KES,NOV-05
Argentina,Joaquín,Ferreyra,27654321,,,0170099220000067797318,310000.00,ARS,NOV-06
Ghana,Abena,Mensah,,,001,1441000927315,3900.00,GHS,NOV-07
Nigeria,Tunde,Adeyemi,,,001,3058841276,275000.00,NGN,NOV-08
Nigeria,Ngozi,Eze,,,001,3061190058,190000.00,NGN,NOV-09
South Africa,Lerato,Dlamini,,,001,62014477093,7800.00,ZAR,NOV-10
Brazil,Rafael,Teixeira,265.481.039-98,rafael.teixeira@gmial.com,,,1420.00,BRL,NOV-11`

test('The pictures of the README show the screens as they are', async ({ page, browser, contextOptions }) => {
  await signIn(page, 'Ana Souza')
  await loadSampleData(page)
  await enterPayout(page)
  await compare(page, 'new-payout', large, ['light', 'dark'])

  const colleague = await (await browser.newContext({ ...contextOptions, baseURL: picturesUrl })).newPage()
  await signIn(colleague, 'Rui Costa')
  await openChangedAccount(colleague)
  await compare(colleague, 'review')

  await openFile(page)
  await compare(page, 'import')

  await sendBatch(page)
  await colleague.goto(`${page.url()}/review`)
  await expect(colleague.getByRole('button', { name: 'Approve 9 payouts…' })).toBeVisible()
  await compare(colleague, 'batch')
  await colleague.context().close()
})

test('Beside payouts of the team, every list says that it hides the sample data and shows it on request, and the counters count what is shown', async ({
  page,
}) => {
  await signIn(page, 'Ana Souza')
  expect((await page.request.post('/api/sample-data')).ok()).toBe(true)
  const entry = { country: 'GH', beneficiaryFirstName: 'Abena', beneficiaryLastName: 'Owusu', amount: '20' }
  expect((await page.request.post('/api/payouts', { data: { entry, confirmed: [], submit: false } })).ok()).toBe(true)

  await page.goto('/payouts?state=draft')
  await expect(page.getByRole('main').getByText('8 sample payouts are hidden.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('1 payout')
  await page.getByRole('button', { name: 'Show sample data' }).click()
  await expect(page.getByText('8 sample payouts are shown too.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('9 payouts')
  const counters = page.getByRole('navigation')
  await expect(counters.getByRole('link', { name: 'Payouts 1 to finish' })).toBeVisible()

  await page.goto('/review')
  await expect(page.getByText(/^\d sample payouts are hidden\./)).toBeVisible()
  await page.goto('/exports')
  await expect(page.getByText('8 sample payouts are hidden.')).toBeVisible()
  await page.goto('/beneficiaries')
  await expect(page.getByText('Sample data is hidden.')).toBeVisible()
})

/**
 * Compares the texts of a screen with those that were saved when its picture was taken; `npm run pictures` takes both again. References and times are new
 * each time, so they are left out.
 */
async function compare(page: Page, name: string, size = small, themes: readonly Theme[] = ['light']): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate('scrollTo(0, 0)')
  const file = `docs/pictures/${name}`
  // Nothing looks as if the mouse were over it.
  await page.mouse.move(0, 0)
  await page.waitForLoadState('networkidle')
  const isTaking = test.info().config.updateSnapshots === 'all'
  for (const colorScheme of isTaking ? themes : []) {
    await page.emulateMedia({ colorScheme })
    writeFileSync(themes.length === 1 ? `${file}.png` : `${file}-${colorScheme}.png`, await smallPng(page))
  }
  if (isTaking) writeFileSync(`${file}.txt`, await textOf(page))
  const message = `${file} is stale: run npm run pictures`
  await expect.soft.poll(() => textOf(page), { message }).toBe(readFileSync(`${file}.txt`, 'utf8'))
}

async function textOf(page: Page): Promise<string> {
  return (await page.evaluate(visibleText))
    .replaceAll(/PD-[0-9A-Z]{8}|(?<=Trace )[0-9a-f]{8}/g, '…')
    .replaceAll(/\d+:\d\d\s[AP]M|\d+ (?:sec|min)\. ago|just now/g, '…')
}

/** Runs in the page, which loses what it has for screen readers alone, and its lists to choose from. */
function visibleText(): string {
  for (const hidden of document.querySelectorAll<HTMLElement>('.sr-only, select')) hidden.style.display = 'none'
  const lines = document.body.innerText.split('\n').map((line) => line.trim())
  return `${lines.filter((line) => line !== '').join('\n')}\n`
}

async function signIn(page: Page, name: string): Promise<void> {
  expect((await page.request.post('/api/session', { data: { name } })).ok()).toBe(true)
}

/** As in the README: from the list, which is empty at first. */
async function loadSampleData(page: Page): Promise<void> {
  await page.goto('/payouts')
  await expect(page.getByText(/Payout Desk never sends money itself\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Load sample data' }).click()
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('40 payouts')
}

/** A payout to a new person in Brazil, their identity validated. */
async function enterPayout(page: Page): Promise<void> {
  await page.goto('/payouts/new')
  await page.getByLabel('Country', { exact: true }).selectOption('BR')
  await page.getByLabel('First name').fill('Camila')
  await page.getByLabel('Last name').fill('Rocha')
  await page.getByLabel('CPF').fill('529.982.247-25')
  await page.getByRole('textbox', { name: 'Pix key' }).fill('camila.rocha@example.com')
  await page.getByLabel('Amount').fill('1.500,50')
  await page.getByRole('button', { name: 'Check identity' }).click()
  await expect(page.getByRole('button', { name: 'Check identity again' })).toBeVisible()
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
}

/** The sample data have a beneficiary whose account was changed after she was paid. */
async function openChangedAccount(page: Page): Promise<void> {
  await page.goto('/review')
  await page.getByRole('button', { name: 'Got it' }).click()
  await page.getByRole('link', { name: /^Mariana Figueiredo.*1,850/ }).click()
  await expect(page.getByText('778899').first()).toBeVisible()
}

/** Up to an account that a spreadsheet has destroyed. */
async function openFile(page: Page): Promise<void> {
  await page.goto('/import')
  const file = { name: 'November.csv', mimeType: 'text/csv', buffer: Buffer.from(november) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: /^Continue with/ }).click()
  await page.locator('[role=gridcell][aria-invalid=true]').click()
  await expect(page.getByRole('button', { name: 'Compared when saved 11' })).toBeVisible()
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
}

/** Saves what is ready, and sends it to review. Leaves the page at the batch. */
async function sendBatch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save 9 rows' }).click()
  await page.getByRole('link', { name: 'To the batch' }).click()
  await page.getByRole('button', { name: 'Send 9 payouts to review' }).click()
  await expect(page.getByRole('main').getByText('9 payouts are in review.')).toBeVisible()
}
