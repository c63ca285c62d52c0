import { inReview, pixDetails, unique } from './book.ts'
import { expectSound } from './sound.ts'
import { expect, test } from './test.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours, assistive technology finds nothing to trip over`, () => {
    test.use({ colorScheme })

    test('in the list of payouts and on one of them, its request shown', async ({ page }) => {
      const him = unique()
      const id = await inReview(page, pixDetails(him))
      await page.goto('/payouts')
      await expect(page.getByRole('link', { name: him.name })).toBeVisible()
      await expectSound(page)
      await page.goto(`/payouts/${id}`)
      await page.getByRole('button', { name: 'Show the request' }).click()
      await expect(page.getByRole('region', { name: 'The exact request' })).toContainText(him.cpf)
      await expectSound(page)
    })

    test('in the review, its keys and a return, and in what is approved', async ({ page, colleague, isMobile }) => {
      const id = await inReview(page, pixDetails(unique()))
      const desk = colleague.page
      await desk.emulateMedia({ colorScheme })
      await desk.goto(`/review/${id}`)
      await expect(desk.getByRole('article')).toBeVisible()
      await expectSound(desk)
      await desk.getByRole('button', { name: 'Return with a comment' }).click()
      await desk.getByRole('button', { name: 'Return', exact: true }).click()
      await expectSound(desk)
      await desk.keyboard.press('Escape')
      if (!isMobile) {
        await desk.keyboard.press('?')
        await expect(desk.getByRole('dialog', { name: 'Keys' })).toBeVisible()
        await expectSound(desk)
        await desk.keyboard.press('Escape')
      }
      await desk.getByRole('button', { name: 'Approve', exact: true }).click()
      await expect(desk.getByText('is approved.').first()).toBeVisible()
      await desk.goto('/exports')
      await expect(desk.getByRole('table').first()).toBeVisible()
      await expectSound(desk)
    })

    test('in a pasted message and on an address that leads nowhere', async ({ page }) => {
      await page.goto('/payouts/new')
      await page.getByRole('button', { name: 'Paste details' }).click()
      await page.getByLabel('Message', { exact: true }).fill('Nome: Ana Souza, CPF 111.444.777-35, pix ana@example.com')
      await expect(page.getByRole('list', { name: 'Found in the message' })).toContainText('CPF')
      await expectSound(page)
      await page.goto('/nowhere')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectSound(page)
    })
  })
}
