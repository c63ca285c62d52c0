import { ruleBook } from '#shared/countries/rule-book.ts'
import { expectAdvice, field, startPayout } from './payout-page.ts'
import { expect, test } from './test.ts'

const { BR } = ruleBook

test('eleven digits that may be a phone are offered as one, and nothing changes until a person says so', async ({
  page,
}) => {
  await startPayout(page, BR)
  const key = field(page, 'Pix key')
  await key.fill('11 98765-4321')
  const offer = page.getByRole('button', { name: 'It is a phone: +55 11 98765-4321' })
  await expect(offer).toBeVisible()
  await expect(key).toHaveValue('11 98765-4321')
  await expectAdvice(page, 'Pix key', /Read as a CPF, but its check digits do not fit/)
  await offer.click()
  await expect(key).toHaveValue('+5511987654321')
  await expect(key).toBeFocused()
  await expectAdvice(page, 'Pix key', 'Kind of key: Phone.')
  await expect(offer).toBeHidden()
  await expect(page.getByText('The Pix key is the phone +55 11 98765-4321 now.')).toBeAttached()
})

test('a CPF that could be a phone is offered as one too, and stays a CPF', async ({ page }) => {
  await startPayout(page, BR)
  await field(page, 'Pix key').fill('119.123.458-46')
  await expect(page.getByRole('button', { name: 'It is a phone: +55 11 91234-5846' })).toBeVisible()
  await expectAdvice(page, 'Pix key', /Kind of key: CPF/)
})

test('a number in brackets, which is no key, is offered with its country code', async ({ page }) => {
  await startPayout(page, BR)
  const key = field(page, 'Pix key')
  await key.fill('(21) 99876-1234')
  await page.getByRole('button', { name: 'It is a phone: +55 21 99876-1234' }).click()
  await expect(key).toHaveValue('+5521998761234')
})

test('what cannot be a Brazilian mobile number is offered as nothing else', async ({ page }) => {
  await startPayout(page, BR)
  for (const key of ['111.444.777-36', '+5511987654321', 'ana@example.com', '1198765432']) {
    await field(page, 'Pix key').fill(key)
    await expect(page.getByRole('button', { name: /^It is a phone/ })).toBeHidden()
  }
})

for (const { locale, offer } of [
  { locale: 'pt-BR', offer: 'É um telefone: +55 11 98765-4321' },
  { locale: 'es-AR', offer: 'Es un teléfono: +55 11 98765-4321' },
  { locale: 'fr-FR', offer: 'C’est un téléphone : +55 11 98765-4321' },
])
  test.describe(`in a browser set to ${locale}`, () => {
    test.use({ locale })

    test('the phone is offered in words that a person reads', async ({ page }) => {
      await page.goto('/payouts/new')
      await page.locator('main select').first().selectOption('BR')
      await page.locator('[name="recipientPixKey"]').fill('11987654321')
      await page.getByRole('button', { name: offer, exact: true }).click()
      await expect(page.locator('[name="recipientPixKey"]')).toHaveValue('+5511987654321')
    })
  })
