import type { Page } from '@playwright/test'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { field, startPayout } from './payout-page.ts'
import { expect, test } from './test.ts'

const { AR, BR } = ruleBook

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

test('a Mexican CLABE fills in its bank, and a doubtful field is left out until it is ticked', async ({ page }) => {
  await page.goto('/payouts/new')
  await paste(page, 'CLABE 0721 8001 1835 9712 38 Banorte\nAna María Souza\nCURP GOMA850312MDFRRN09\ntotal $1,500 MXN')
  await expect(found(page, 'Amount')).not.toBeChecked()
  await expect(found(page, 'First name')).not.toBeChecked()
  await found(page, 'First name').check()
  await page.getByRole('button', { name: /^Fill in/ }).click()
  await expect(page.getByRole('combobox', { name: 'Bank', exact: true })).toHaveValue('Banorte')
  await expect(field(page, 'CLABE')).toHaveValue('072180011835971238')
  await expect(field(page, 'CURP')).toHaveValue('GOMA850312MDFRRN09')
  await expect(field(page, 'First name')).toHaveValue('Ana María')
  await expect(field(page, 'Last name')).toHaveValue('')
  await expect(field(page, 'Amount')).toHaveValue('')
})

test('what was typed is replaced only where a person says so', async ({ page }) => {
  await startPayout(page, BR)
  await field(page, 'First name').fill('Rui')
  await paste(page, brazilian)
  await expect(found(page, 'First name')).not.toBeChecked()
  await expect(found(page, 'First name')).toHaveAccessibleDescription(/Replaces “Rui”/)
  await page.getByRole('button', { name: 'Fill in 4 fields' }).click()
  await expect(field(page, 'First name')).toHaveValue('Rui')
  await expect(field(page, 'Last name')).toHaveValue('Souza')
})

test('filling in can be undone, back to the country that was open, until something is typed', async ({ page }) => {
  await startPayout(page, AR)
  await field(page, 'DNI').fill('30123456')
  await paste(page, brazilian)
  await page.getByRole('button', { name: /^Fill in/ }).click()
  await expect(field(page, 'CPF')).toHaveValue('11144477735')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Country', { exact: true })).toHaveValue('AR')
  await expect(field(page, 'DNI')).toHaveValue('30123456')
  await expect(field(page, 'First name')).toHaveValue('')
  await paste(page, brazilian)
  await page.getByRole('button', { name: /^Fill in/ }).click()
  await field(page, 'Last name').fill('Lima')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
})

test('a message about somebody else takes the place of whoever stood in the form, and says when it names nobody', async ({
  page,
}) => {
  await startPayout(page, BR)
  await field(page, 'First name').fill('Rui')
  await field(page, 'Last name').fill('Lima')
  await field(page, 'CPF').fill('529.982.247-25')
  await field(page, 'Amount').fill('20')
  await paste(page, 'CPF 111.444.777-35\nchave pix ana@example.com')
  await expect(page.getByText('No name found in the message.')).toBeVisible()
  await expect(page.getByText('Filling in clears the details of Rui Lima from the form.')).toBeVisible()
  await page.getByRole('button', { name: 'Fill in 2 fields' }).click()
  await expect(field(page, 'CPF')).toHaveValue('11144477735')
  await expect(field(page, 'First name')).toHaveValue('')
  await expect(field(page, 'Amount')).toHaveValue('20')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(field(page, 'First name')).toHaveValue('Rui')
  await expect(field(page, 'CPF')).toHaveValue('529.982.247-25')
})

test('all likely ones are ticked at once; of two banks one is chosen, with why there are two', async ({ page }) => {
  await page.goto('/payouts/new')
  await paste(page, 'CLABE 002010077777777771 BBVA\nAna María Souza')
  await expect(page.getByText('The account number belongs to Banamex; the text says BBVA México.')).toBeVisible()
  await page.getByRole('button', { name: 'Select all likely ones' }).click()
  await expect(found(page, 'First name')).toBeChecked()
  await expect(page.getByRole('radio', { name: 'None of them' })).toBeChecked()
  await page.getByRole('radio', { name: /^Banamex/ }).check()
  await page.getByRole('button', { name: /^Fill in/ }).click()
  await expect(page.getByRole('combobox', { name: 'Bank', exact: true })).toHaveValue('Banamex')
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

test('a person who knows better chooses the country of the message', async ({ page }) => {
  await page.goto('/payouts/new')
  await paste(page, 'Cédula 1710034065, cuenta de ahorros 2200123456')
  await page.getByLabel('Country of the message').selectOption('CO')
  await expect(found(page, 'Document type')).toHaveAccessibleDescription(/Cédula de ciudadanía/)
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
