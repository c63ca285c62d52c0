import type { Page } from '@playwright/test'
import { field } from './payout-page.ts'
import { expect, test } from './test.ts'

const brazilian =
  '[10:42, 3/11/2026] Ana: Nome: Ana Souza\nCPF 111.444.777-35\nchave pix ana@example.com\nValor: R$ 1.500,00'

test('a Brazilian message fills the form in: country, method and what is sure, and the message leaves no trace', async ({
  page,
}) => {
  await page.goto('/payouts/new')
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await paste(page, `${brazilian}\nsegredo 4711`)
  await expect(page.getByLabel('Country of the message')).toHaveValue('BR')
  await expect(found(page, 'CPF')).toHaveAccessibleDescription(/111.444.777-35|11144477735/)
  await page.getByRole('button', { name: 'Fill in 5 fields' }).click()
  await expect(page.getByLabel('Country', { exact: true })).toHaveValue('BR')
  await expect(field(page, 'First name')).toHaveValue('Ana')
  await expect(field(page, 'Last name')).toHaveValue('Souza')
  await expect(field(page, 'CPF')).toHaveValue('11144477735')
  await expect(field(page, 'Pix key')).toHaveValue('ana@example.com')
  await expect(field(page, 'Amount')).toHaveValue('1500')
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect([...sent, stored].filter((text) => text.includes('segredo'))).toEqual([])
})

async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Paste details' }).click()
  await expect(page.getByLabel('Message', { exact: true })).toBeFocused()
  await page.getByLabel('Message', { exact: true }).fill(text)
}

function found(page: Page, label: string) {
  return page.getByRole('list', { name: 'Found in the message' }).getByRole('checkbox', { name: label, exact: true })
}
