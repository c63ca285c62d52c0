import type { Page } from '@playwright/test'
import { field } from './payout-page.ts'
import { expect, test } from './test.ts'

const brazilian =
  '[10:42, 3/11/2026] Ana: Nome: Ana Souza\nCPF 111.444.777-35\nchave pix ana@example.com\nValor: R$ 1.500,00'

test('a Brazilian message fills the form in: country, method and what is sure', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/payouts/new')
  await paste(page, brazilian)
  await expect(page.getByLabel('Country of the message')).toHaveValue('BR')
  await expect(found(page, 'CPF')).toHaveAccessibleDescription(/111.444.777-35|11144477735/)
  await page.getByRole('button', { name: 'Fill in 5 fields' }).click()
  await expect(page.getByLabel('Country', { exact: true })).toHaveValue('BR')
  await expect(field(page, 'First name')).toHaveValue('Ana')
  await expect(field(page, 'Last name')).toHaveValue('Souza')
  await expect(field(page, 'CPF')).toHaveValue('11144477735')
  await expect(field(page, 'Pix key')).toHaveValue('ana@example.com')
  await expect(field(page, 'Amount')).toHaveValue('1500')
})

test('Ctrl+V with nothing focused reads the message, and fills in nothing unseen', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/payouts/new')
  await expect(page.getByRole('button', { name: 'Paste details' })).toBeVisible()
  await page.evaluate((text) => navigator.clipboard.writeText(text), brazilian)
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.press('ControlOrMeta+V')
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(brazilian)
  await expect(found(page, 'CPF')).toBeChecked()
  await expect(page.getByLabel('Country', { exact: true })).toHaveValue('')
})

test('the message leaves the page with no call and no trace', async ({ page }) => {
  await page.goto('/payouts/new')
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await paste(page, `${brazilian}\nsegredo 4711`)
  await page.getByRole('button', { name: /^Fill in/ }).click()
  await expect(field(page, 'CPF')).toHaveValue('11144477735')
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect([...sent, stored].filter((text) => text.includes('segredo'))).toEqual([])
})

test.describe('for a reader of Portuguese', () => {
  test.use({ locale: 'pt-BR' })

  test('what was found, and why it is doubtful, is said in Portuguese', async ({ page }) => {
    await page.goto('/payouts/new')
    await page.getByRole('button', { name: 'Colar dados' }).click()
    await page.getByLabel('Mensagem', { exact: true }).fill('Ana Souza\nCPF 111.444.777-35, valor R$ 1.000')
    const list = page.getByRole('list', { name: 'Encontrado na mensagem' })
    await expect(list.getByRole('checkbox', { name: 'CPF', exact: true })).toHaveAccessibleDescription(/Certo/)
    await expect(list.getByRole('checkbox', { name: 'Nome', exact: true })).toHaveAccessibleDescription(
      /Provável.*Nenhum rótulo diz de quem é o nome/,
    )
    await expect(list.getByRole('checkbox', { name: 'Valor', exact: true })).toHaveAccessibleDescription(
      /separador de milhar/,
    )
    await expect(page.getByRole('button', { name: 'Preencher 1 campo' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Colar dados' })).not.toContainText(/Sure|Likely|Compare it|from/)
  })
})

async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Paste details' }).click()
  await expect(page.getByLabel('Message', { exact: true })).toBeFocused()
  await page.getByLabel('Message', { exact: true }).fill(text)
}

function found(page: Page, label: string) {
  return page.getByRole('list', { name: 'Found in the message' }).getByRole('checkbox', { name: label, exact: true })
}
