import type { Page } from '@playwright/test'
import { expectSound } from './sound.ts'
import { expect, test } from './test.ts'

/** As people send it: a title above the headings, semicolons, decimal commas, names in one cell, a bank code without its zeros, a blank row. */
const messy = [
  'Nómina de noviembre;;;;;;;',
  'Apellidos, Nombres;País;Banco;Cuenta;Tipo de cuenta;Cédula;Importe;Correo',
  'Paredes Ruiz, Ana;Ecuador;23;2200123456;Ahorros;1710034065;1.234,50;ana@example.com',
  ';;;;;;;',
  'Mora, Luis;Ecuador;23;12;Ahorros;1710034065;20,00;',
].join('\r\n')

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const goOn = (page: Page) => page.getByRole('button', { name: /^Continue with/ })

test('a messy file becomes a table, each step of it seen and changed, and a reload resumes it', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/import')
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  await expectSound(page)
  await page.getByLabel('File with payouts').setInputFiles(file('nómina.csv', messy))
  await expect(page.getByLabel('Column separator')).toHaveValue(';')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'File read: 2 rows.' })).toBeAttached()
  await expectSound(page)
  await expect(page.getByLabel('Headings')).toHaveValue('1')
  await expect(page.getByLabel('Decimal separator of amounts')).toHaveValue(',')
  await expect(page.getByLabel('Field for the column Apellidos, Nombres')).toHaveValue('last-first')
  await page.getByLabel('Field for the column Correo').selectOption('Not used')
  const decision = page.getByLabel('Decision for Banco, Ecuador')
  await decision.selectOption('Use the probable original values')
  await expect(decision).toHaveValue('probable')
  await goOn(page).click()
  await expect(page).toHaveURL(/\/batches\/[^/]+\/sheet$/)
  await expect(page.getByRole('heading', { level: 1, name: 'nómina' })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'Ana Paredes Ruiz' })).toBeVisible()
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('rowheader', { name: 'Ana Paredes Ruiz' })).toBeVisible()
  await page.goto('/import')
  await page.getByRole('link', { name: 'nómina' }).click()
  await expect(page.getByRole('rowheader', { name: 'Ana Paredes Ruiz' })).toBeVisible()
})

test('a file that is none, and one that is left, leave nothing behind; cells are pasted, and what 1.000 means is asked once', async ({
  page,
}) => {
  await page.goto('/import')
  await page.getByLabel('File with payouts').setInputFiles(file('nomina.pdf', '%PDF-1.7\n%âãÏÓ'))
  await expect(page.getByRole('alert')).toContainText('This is a PDF')
  await page.getByLabel('File with payouts').setInputFiles(file('good.csv', messy))
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  expect(await (await page.request.get('/api/sheets')).json()).toEqual({ items: [] })
  const cells = 'País\tImporte\nEcuador\t1.000\nEcuador\t2.500'
  await page.getByLabel('Or paste cells').fill(cells)
  await page.getByRole('button', { name: 'Read these cells' }).click()
  await page.getByRole('group', { name: 'What does 1.000 mean in this file?' }).getByText(/^1000/).click()
  await expect(page.getByLabel('Decimal separator of amounts')).toHaveValue(',')
  await expect(page.getByText('What does 1.000 mean')).toHaveCount(0)
})
