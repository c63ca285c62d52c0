import { methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { goTo } from './go-to.ts'
import {
  chooseCountry,
  chooseMethod,
  continueUnfinished,
  copiedRequest,
  field,
  fillIn,
  person,
  startPayout,
  submit,
} from './payout-page.ts'
import { expect, test } from './test.ts'

const { AR, BR, MX } = ruleBook

test('a switch of country keeps what both share, not an amount in other money, and brings the rest back on return', async ({
  page,
}) => {
  await startPayout(page, AR)
  await fillIn(page, AR, AR.methods[0], { ...person, ...AR.methods[0].sample })
  await chooseCountry(page, MX)
  await expect(field(page, 'First name')).toHaveValue('Ana')
  await expect(field(page, 'Amount')).toHaveValue('')
  await expect(field(page, 'CURP')).toHaveValue('')
  await field(page, 'First name').fill('Analía')
  await chooseCountry(page, AR)
  await expect(field(page, 'First name')).toHaveValue('Analía')
  await expect(field(page, 'DNI')).toHaveValue('12345678')
  await expect(field(page, 'Amount')).toHaveValue('15000')
  await expect(field(page, 'CBU or CVU')).toHaveValue('2850590940090418135201')
})

test('values of another method never reach the request', async ({ page }) => {
  await startPayout(page, BR, methodIn(BR, 'bank'))
  await fillIn(page, BR, methodIn(BR, 'bank'), { ...person, ...methodIn(BR, 'bank').sample })
  await chooseMethod(page, methodIn(BR, 'pix'))
  await field(page, 'Pix key').fill('ana@example.com')
  expect(await copiedRequest(page)).toMatchObject({
    bankName: '-',
    accountNumber: '-',
    recipientPixKey: 'ana@example.com',
  })
  await chooseMethod(page, methodIn(BR, 'bank'))
  await expect(field(page, 'Account number')).toHaveValue('123456')
})

test('a reload brings back what was typed', async ({ page }) => {
  await startPayout(page, BR)
  await fillIn(page, BR, BR.methods[0], { ...person, ...BR.methods[0].sample })
  await page.reload()
  await expect(field(page, 'CPF')).toHaveValue('11144477735')
  await expect(field(page, 'Pix key')).toHaveValue('ana@example.com')
})

test('a look at another page and back loses nothing', { tag: '@phone' }, async ({ page }) => {
  await startPayout(page, BR)
  await field(page, 'CPF').fill('111')
  await goTo(page, 'About')
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  await goTo(page, 'New payout')
  await expect(page.getByLabel('Country', { exact: true })).toHaveValue('')
  await continueUnfinished(page)
  await expect(field(page, 'CPF')).toHaveValue('111')
})

test('a cleared form can be brought back', async ({ page }) => {
  await startPayout(page, BR)
  await field(page, 'CPF').fill('111.444.777-35')
  await page.getByRole('button', { name: 'Clear the form' }).click()
  await expect(field(page, 'CPF')).toHaveValue('')
  await page.getByRole('button', { name: 'Undo clearing' }).click()
  await expect(field(page, 'CPF')).toHaveValue('111.444.777-35')
})

test('a failed attempt loses nothing', async ({ page }) => {
  await startPayout(page, BR)
  await field(page, 'Amount').fill('abc')
  await submit(page)
  await expect(field(page, 'Amount')).toHaveValue('abc')
})

test('what was cleared cannot come back over somebody else', async ({ page }) => {
  await startPayout(page, BR)
  await field(page, 'CPF').fill('111.444.777-35')
  await page.getByRole('button', { name: 'Clear the form' }).click()
  await field(page, 'First name').fill('Rui')
  await expect(page.getByRole('button', { name: 'Undo clearing' })).toBeHidden()
})

test('a copy is called old once the form has changed', async ({ page }) => {
  await startPayout(page, BR)
  await fillIn(page, BR, BR.methods[0], { ...person, ...BR.methods[0].sample })
  await copiedRequest(page)
  await field(page, 'Amount').fill('55')
  await expect(page.getByText('Changed since you copied it.')).toBeVisible()
})

test('a server that is down takes one screen away, not the frame: it comes back by itself', async ({
  page,
  context,
}) => {
  await startPayout(page, BR)
  await context.setOffline(true)
  await goTo(page, 'About')
  await expect(page.getByText(/^This screen could not be loaded/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await goTo(page, 'Activity')
  await expect(page.getByText(/^This screen could not be loaded/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  await goTo(page, 'About')
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  const unstyled = await page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(({ sheet }) => !sheet).length,
  )
  expect(unstyled).toBe(0)
})

test('a form that was left while the server was down is kept once it is back, and found again', async ({
  page,
  context,
}) => {
  await startPayout(page, BR)
  await field(page, 'First name').fill('Olga')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await context.setOffline(true)
  await field(page, 'First name').fill('Olga Maria')
  await expect(page.getByText(/is not saved yet/)).toBeVisible()
  await goTo(page, 'About')
  await expect(page.getByText(/^This screen could not be loaded/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  await goTo(page, 'New payout')
  await continueUnfinished(page)
  await expect(field(page, 'First name')).toHaveValue('Olga Maria')
})
