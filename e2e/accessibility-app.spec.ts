import { inReview, pixDetails, unique } from './saved-beneficiaries.ts'
import { expectSound } from './sound.ts'
import { expect, test } from './test.ts'

test('assistive technology finds nothing to trip over in the list of payouts and on one of them, its request shown', {
  tag: '@phone',
}, async ({ page }) => {
  const him = unique()
  const id = await inReview(page, pixDetails(him))
  await page.goto('/payouts')
  await expect(page.getByRole('link', { name: him.name, exact: true })).toBeVisible()
  await expectSound(page)
  await page.goto(`/payouts/${id}`)
  await page.getByRole('button', { name: 'Show the request' }).click()
  await expect(page.getByRole('region', { name: 'The exact request' })).toContainText(him.cpf)
  await expectSound(page)
})

test('assistive technology finds nothing to trip over in the review, its keys and a return, and in what is approved', {
  tag: '@phone',
}, async ({ page, colleague, isMobile }) => {
  const id = await inReview(page, pixDetails(unique()))
  const app = colleague.page
  await app.goto(`/review/${id}`)
  await expect(app.getByRole('article')).toBeVisible()
  await expectSound(app)
  await app.getByRole('button', { name: 'Return with a comment' }).click()
  await app.getByRole('button', { name: 'Return', exact: true }).click()
  await expectSound(app)
  await app.keyboard.press('Escape')
  if (!isMobile) {
    await app.keyboard.press('?')
    await expect(app.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectSound(app)
    await app.keyboard.press('Escape')
  }
  await app.getByRole('button', { name: 'Approve…' }).click()
  await expectSound(app)
  await app.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(app.getByText('was approved.').first()).toBeVisible()
  await app.goto('/exports')
  await expect(app.getByRole('table').first()).toBeVisible()
  await expectSound(app)
})

test('assistive technology finds nothing to trip over in a pasted message', async ({ page }) => {
  await page.goto('/payouts/new')
  await page.getByRole('button', { name: 'Paste details' }).click()
  await page.getByLabel('Message', { exact: true }).fill('Nome: Ana Souza, CPF 111.444.777-35, pix ana@example.com')
  await expect(page.getByRole('list', { name: 'Found in the message' })).toContainText('CPF')
  await expectSound(page)
})

test('assistive technology finds nothing to trip over in the audit log, about the installation, and at an address that leads nowhere', async ({
  page,
  me,
}) => {
  await page.goto('/activity')
  await page.getByRole('button', { name: 'Changes only' }).click()
  await expect(page.getByText(`${me} signed in`, { exact: true })).toBeVisible()
  await expectSound(page)
  await page.goto('/about')
  await expect(page.getByRole('table')).toBeVisible()
  await expectSound(page)
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectSound(page)
})
