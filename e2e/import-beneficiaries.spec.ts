import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from './test.ts'

/** What a merchant has of 300 providers: a title, words in place of codes, a bank without its zeros, amounts of the last payment, some twice. */
function providers(family: string): Buffer {
  const account = 10_000_000_000 + randomInt(80_000_000) * 1_000
  const document = 10_000_000 + randomInt(80_000) * 1_000
  const rows = Array.from({ length: 300 }, (_, place) => {
    const name = `${family}, Proveedor ${String.fromCharCode(65 + (place % 26), 65 + Math.floor(place / 26))}`
    if (place % 3 === 0) return `${name};Colombia;7;${account + place};Ahorros;CC;${document + place};1.234,50;activo`
    return `${name};Ghana;;${account + place};;;;;activo`
  })
  const head = 'Apellidos, Nombres;País;Banco;Cuenta;Tipo de cuenta;Tipo de documento;Documento;Último importe;Estado'
  return Buffer.from(['Proveedores', head, ...rows, rows[1], rows[2]].join('\r\n'))
}

test('a sheet of providers becomes beneficiaries, without amounts, and who is in it twice is saved once', async ({
  page,
}) => {
  const family = `Salas ${randomUUID().replaceAll(/[^a-f]/g, '')}x`
  await page.goto('/beneficiaries')
  await page.getByRole('link', { name: 'Import…' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import beneficiaries' })).toBeVisible()
  const file = { name: 'providers.csv', mimeType: 'text/csv', buffer: providers(family) }
  await page.getByLabel('File with beneficiaries').setInputFiles(file)
  await expect(page.getByLabel('Field for the column Último importe')).toHaveValue('ignore')
  await page.getByLabel('Decision for Banco, Colombia').selectOption('Use the probable original values')
  await page.getByRole('button', { name: 'Continue with 302 rows' }).click()
  await expect(page.getByText('302 rows = 0 saved')).toBeVisible()
  await page.getByRole('button', { name: /^Duplicates 4/ }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(4)
  await page.getByRole('button', { name: /^Save \d+ rows$/ }).click()
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Finish' }).click()
  await expect(page).toHaveURL('/beneficiaries')
  await page.getByRole('searchbox').fill(`${family} Proveedor B`)
  await expect(page.getByRole('link', { name: `Proveedor BA ${family}`, exact: true })).toHaveCount(1)
})
