import { readFileSync } from 'node:fs'
import { inReview, pixDetails, unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

test('a Brazilian Pix payout is entered, checked, sent to review and looked at by keyboard alone', async ({ page }) => {
  await page.goto('/payouts/new')
  await expect(page.getByRole('button', { name: 'Paste details' })).toBeVisible()
  const press = (key: string) => page.keyboard.press(key)
  const type = (text: string) => page.keyboard.type(text)
  const focused = page.locator(':focus')

  await press('Tab')
  await expect(focused).toHaveText('Skip to the content')
  await press('Enter')
  await press('Tab')
  await expect(focused).toHaveText('Paste details')
  await press('Tab')
  await expect(focused).toHaveAccessibleName('Beneficiary')
  await press('Tab')
  await expect(focused).toHaveAccessibleName('Country')
  await type('Braz')
  await expect(page.getByLabel('First name')).toBeVisible()
  await press('Tab')
  await expect(focused).toHaveAccessibleName(/^Pix Instant/)
  await press('Tab')
  await type('Ana')
  await press('Tab')
  await type('Souza')
  await press('Tab')
  // A CPF that has never been validated.
  await type(unique().cpf)
  await press('Tab')
  await expect(focused).toHaveAccessibleName('Pix key')
  await type('teclado@example.com')
  await press('Tab')
  await expect(focused).toHaveAccessibleName('Amount')
  await type('150.25')
  await expect(page.getByRole('button', { name: 'Check identity' })).toBeVisible()
  while ((await focused.textContent()) !== 'Check identity') await press('Tab')
  await press('Enter')
  await expect(page.getByRole('region', { name: 'Check identity' })).toContainText('Name and document match.')
  while ((await focused.getAttribute('name')) !== 'amount') await press('Shift+Tab')
  await press('Enter')
  await expect(page.getByText('Sent to review.')).toBeVisible()
  while ((await focused.textContent()) !== 'Show the request') await press('Tab')
  await press('Enter')
  const request = page.getByRole('region', { name: 'The exact request' })
  await expect(request).toContainText('teclado@example.com')
  await expect(request).toContainText('150.25')
})

test('what is typed after N while the form still loads is typed into its first field, and no N of it opens another form', async ({
  page,
}) => {
  await page.goto('/payouts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let resolve = () => {}
  const typed = new Promise<void>((done) => {
    resolve = done
  })
  await page.route('**/payout-editor-*.js', async (route) => {
    await typed
    await route.continue()
  })
  await page.keyboard.press('n')
  await page.keyboard.type('Anna Nxv')
  await page.keyboard.press('Backspace')
  resolve()
  await expect(page.getByRole('combobox', { name: 'Beneficiary' })).toHaveValue('Anna Nx')
  await page.keyboard.type('v')
  await expect(page.getByRole('combobox', { name: 'Beneficiary' })).toHaveValue('Anna Nxv')
})

test('another person finds it, approves it and exports the file by keyboard alone', async ({ page, colleague }) => {
  const him = unique()
  await inReview(page, pixDetails(him))
  const app = colleague.page
  const press = (key: string) => app.keyboard.press(key)
  const focused = app.locator(':focus')
  const tabTo = async (what: RegExp) => {
    // More stops than any screen has: a name that is never reached fails here and does not go round for ever.
    for (let stop = 0; stop < 400; stop += 1) {
      await press('Tab')
      if (what.test((await focused.getAttribute('aria-label')) ?? (await focused.innerText()))) return
    }
    throw new Error(`No stop of the Tab key is called ${what}`)
  }

  await app.goto('/payouts')
  await expect(app.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible()
  await tabTo(/^Payouts/)
  while ((await focused.getAttribute('type')) !== 'search') await press('Tab')
  await app.keyboard.type(him.name)
  await expect(app.getByRole('row')).toHaveCount(2)
  await tabTo(new RegExp(him.name))
  await press('Enter')
  await expect(app.getByRole('heading', { level: 1 })).toBeFocused()
  await tabTo(/^Review$/)
  await press('Enter')
  await expect(app.getByRole('button', { name: 'Approve…' })).toHaveAttribute('aria-keyshortcuts', 'A')
  await press('a')
  await expect(app.getByRole('button', { name: 'Approve', exact: true })).toHaveAttribute('aria-keyshortcuts', 'Enter')
  await press('Enter')
  await expect(app.getByText('was approved.').first()).toBeVisible()

  await press('Control+k')
  await expect(focused).toHaveAccessibleName('Search')
  await app.keyboard.type('export')
  await press('Enter')
  await expect(app.getByRole('heading', { level: 1, name: 'Exports' })).toBeFocused()
  const own = app.getByRole('row', { name: new RegExp(him.lastName) }).getByRole('checkbox')
  while (!(await own.evaluate((box) => box === document.activeElement))) await press('Tab')
  await press('Space')
  await tabTo(/^Export 1 payout…$/)
  await press('Enter')
  const make = app.getByRole('button', { name: 'Export 1 payout', exact: true })
  while (!(await make.evaluate((button) => button === document.activeElement))) await press('Tab')
  const download = app.waitForEvent('download')
  await press('Enter')
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(him.pixKey)
})
