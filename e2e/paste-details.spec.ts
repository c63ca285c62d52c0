import { readFile } from 'node:fs/promises'
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

test('what fills a form in from a message of eight fields is in sight, and typing goes on in the first field that is left', async ({
  page,
}) => {
  await page.goto('/payouts/new')
  await paste(
    page,
    'Nombre: Rodrigo Pereira Soto\nRUT 12.678.579-8\nBanco de Chile cuenta corriente\nN° 00-123-45678-90\nmonto $450.000\nrodrigo@example.cl',
  )
  await expect(page.getByRole('list', { name: 'Found in the message' }).getByRole('checkbox')).toHaveCount(8)
  const fill = page.getByRole('button', { name: /^Fill in/ })
  await expect(fill).toBeInViewport({ ratio: 1 })
  await fill.click()
  await expect(page.getByRole('radio', { name: 'Person' })).toBeFocused()
})

test('the people of a message become rows of an import, and nothing of them is sent before a person goes on', async ({
  page,
}) => {
  await page.goto('/payouts/new')
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await paste(
    page,
    'Ana Souza, CPF 111.444.777-35, chave pix ana@example.com\nRui Lima, CPF 529.982.247-25, chave pix rui@example.com',
  )
  await page.getByRole('tab', { name: 'Rui Lima' }).click()
  await page.getByRole('button', { name: 'Select the likely ones of all' }).click()
  await page.getByRole('button', { name: '2 people: as a batch' }).click()
  await expect(page.getByRole('button', { name: 'Continue with 2 rows' })).toBeVisible()
  expect(sent.filter((text) => /11144477735|rui@example|Souza/.test(text))).toEqual([])
  await page.getByRole('button', { name: 'Continue with 2 rows' }).click()
  await expect(page.getByRole('rowheader', { name: 'Ana Souza' })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'Rui Lima' })).toBeVisible()
})

for (const [name, type] of [
  ['code.png', 'image/png'],
  ['photo.jpg', 'image/jpeg'],
] as const) {
  test(`the QR code of a picture is read from a file and from the clipboard: ${name}`, async ({ page }) => {
    const path = `e2e/code-pictures/${name}`
    await page.goto('/payouts/new')
    await page.getByRole('button', { name: 'Paste details' }).click()
    await page.getByLabel('Picture with a QR code').setInputFiles(path)
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue(/^000201.*63041D3D$/)
    await expect(found(page, 'Pix key')).toHaveAccessibleDescription(/123e4567-e12b-12d1-a456-426655440000/)

    await page.goto('/')
    await page.goto('/payouts/new')
    await expect(page.getByLabel('Country', { exact: true })).toBeVisible()
    await pastePicture(page, await readFile(path, 'base64'), type)
    await expect(page.getByLabel('Country of the message')).toHaveValue('BR')
    // With a text before it, the code is added.
    await page.getByLabel('Message', { exact: true }).fill('Valor R$ 25,00')
    await pastePicture(page, await readFile(path, 'base64'), type)
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue(/^Valor R\$ 25,00\n000201/)
  })
}

test('a picture without a QR code, and a file that is none, say what to do instead', async ({ page }) => {
  await page.goto('/payouts/new')
  await page.getByRole('button', { name: 'Paste details' }).click()
  await page.getByLabel('Picture with a QR code').setInputFiles('e2e/code-pictures/none.png')
  const panel = page.getByRole('region', { name: 'Paste details' })
  await expect(panel.getByText('No QR code was found in the picture.')).toBeVisible()
  const text = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  await page.getByLabel('Picture with a QR code').setInputFiles(text)
  await expect(panel.getByText('The browser cannot open this file as a picture.')).toBeVisible()
})

test('markup, invisible and reversed characters in a message end in a reading, and are shown as text', async ({
  page,
}) => {
  await page.goto('/payouts/new')
  await paste(page, `\u202e<img src=x onerror=alert(1)>\u0000\u200b\n${brazilian}\n${'<b>'.repeat(4000)}`)
  await expect(found(page, 'CPF')).toBeVisible()
  await page.getByLabel('Message', { exact: true }).fill('9'.repeat(20_001))
  await expect(page.getByText('The message is longer than 20,000 characters.').first()).toBeVisible()
})

/** As the browser does it for a picture in the clipboard, which a headless one cannot hold. */
async function pastePicture(page: Page, base64: string, type: string): Promise<void> {
  await page.evaluate(
    ({ base64: encoded, type: mime }) => {
      const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([bytes], 'image', { type: mime }))
      const target = document.activeElement ?? document.body
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { base64, type },
  )
}

async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Paste details' }).click()
  await expect(page.getByLabel('Message', { exact: true })).toBeFocused()
  await page.getByLabel('Message', { exact: true }).fill(text)
}

function found(page: Page, label: string) {
  return page.getByRole('list', { name: 'Found in the message' }).getByRole('checkbox', { name: label, exact: true })
}
