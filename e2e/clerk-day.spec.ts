import { randomInt } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { hasValidClabeDigits } from '#shared/check-digits/clabe.ts'
import { hasValidCurpDigits } from '#shared/check-digits/curp.ts'
import { chooseCountry, chooseMethod, countriesThatDiffer, field } from './payout-page.ts'
import { inReview, pixDetails, unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

/** The figures of a clerk who enters fifty payouts a day; each test also prints its own. */
test('at 1280×800 every required field of every form, its amount and Send are in sight without scrolling, and no form begins with a warning', async ({
  page,
}) => {
  await page.goto('/payouts/new')
  const forms = countriesThatDiffer.flatMap((country) => country.methods.map((method) => ({ country, method })))
  expect(forms.length).toBeGreaterThanOrEqual(13)
  for (const { country, method } of forms) {
    await chooseCountry(page, country)
    if (country.methods.length > 1) await chooseMethod(page, method)
    await expect(field(page, 'Amount')).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, 0))
    const { required, hiddenPx, heightPx, elements } = await page.evaluate(sightOf)
    const form = `${country.code} ${method.id}`
    process.stdout.write(
      `${form}: ${required} required, ${hiddenPx} px to scroll, page of ${heightPx} px, ${elements} elements\n`,
    )
    expect(required, form).toBeGreaterThanOrEqual(3)
    expect(hiddenPx, form).toBe(0)
    await expect(page.getByRole('button', { name: 'Confirm it at the end' }), form).toHaveCount(0)
  }
})

test('a new Pix payout needs at most nine keys beyond what is typed', async ({ page }) => {
  const { firstName, lastName, cpf, pixKey } = unique()
  const keys = await startByKeys(page, 'BR')
  for (const [label, text] of [
    ['First name', firstName],
    ['Last name', lastName],
    ['CPF', cpf],
    ['Pix key', pixKey],
  ] as const)
    await keys.type(label, text)
  await expectSent(page, keys, 'A new Pix payout', 9)
})

test('a new payout to Mexico needs at most ten keys beyond what is typed', async ({ page }) => {
  const { firstName, lastName } = unique()
  const keys = await startByKeys(page, 'MX')
  await keys.type('First name', firstName)
  await keys.type('Last name', lastName)
  await keys.type('CURP', newCurp())
  await keys.type('CLABE or debit card number', newClabe())
  await expectSent(page, keys, 'A new payout to Mexico', 10)
})

test('a new payout to a Colombian bank needs at most thirteen keys beyond what is typed', async ({ page }) => {
  const { firstName, lastName } = unique()
  const keys = await startByKeys(page, 'CO')
  await keys.type('First name', firstName)
  await keys.type('Last name', lastName)
  await keys.type('Document number', `1${randomInt(100_000_000, 999_999_999)}`)
  await keys.type('Bank', 'bancolombia')
  await keys.type('Account type', 'sav')
  await keys.type('Account number', String(randomInt(10_000_000_000, 99_999_999_999)))
  await expectSent(page, keys, 'A new payout to a Colombian bank', 13)
})

test('letters typed at once after the first country was chosen are in its fields, and ch chooses Chile where another is chosen', async ({
  page,
}) => {
  await page.goto('/payouts')
  await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByLabel('Beneficiary', { exact: true })).toBeFocused()
  const country = page.getByLabel('Country', { exact: true })
  await page.keyboard.press('Tab')
  await page.keyboard.type('br')
  // Country, method, first name.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Nina')
  await expect(field(page, 'First name')).toHaveValue('Nina')
  await expect(country).toHaveValue('BR')
  await country.selectOption('KE')
  await country.focus()
  await page.keyboard.type('ch')
  await expect(country).toHaveValue('CL')
})

test('a saved beneficiary is paid again with at most four keys beyond the amount', async ({ page }) => {
  const known = unique()
  const id = await inReview(page, pixDetails(known))
  await page.goto(`/payouts/${id}`)
  await expect(page.getByRole('link', { name: 'Another payout' })).toBeVisible()
  const revealed: string[] = []
  page.on('request', (request) => request.url().endsWith('/reveal') && revealed.push(request.url()))
  const keys = countKeys(page)
  await keys.press('p')
  await expect(page.getByRole('region', { name: known.name })).toBeVisible()
  await keys.tabTo(field(page, 'Amount'))
  await page.keyboard.type('75')
  await keys.press('Enter')
  await expect(page.getByText('Sent to review.')).toBeVisible()
  process.stdout.write(`Pay again: ${keys.pressed()} keys beyond the amount\n`)
  expect(keys.pressed()).toBeLessThanOrEqual(4)
  expect(revealed).toEqual([])
})

/** From the list, by N, to the form of a country; its letters are data, and on a busy machine too slow for one choice. */
async function startByKeys(page: Page, country: string) {
  await page.goto('/payouts')
  await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible()
  const keys = countKeys(page)
  await keys.press('n')
  await expect(page.getByRole('heading', { level: 1, name: 'New payout' })).toBeVisible()
  const choice = page.getByLabel('Country', { exact: true })
  await keys.tabTo(choice)
  await choice.selectOption(country)
  await expect(field(page, 'First name')).toBeVisible()
  return keys
}

async function expectSent(page: Page, keys: CountedKeys, what: string, most: number): Promise<void> {
  await keys.type('Amount', '150.25')
  await keys.press('Enter')
  await expect(page.getByText('Sent to review.')).toBeVisible()
  process.stdout.write(`${what}: ${keys.pressed()} keys beyond what is typed\n`)
  expect(keys.pressed()).toBeLessThanOrEqual(most)
}

/** A CURP that is new to the database, with a valid check digit. */
function newCurp(): string {
  const day = String(randomInt(1, 29)).padStart(2, '0')
  const born = `${randomInt(50, 99)}${String(randomInt(1, 13)).padStart(2, '0')}${day}`
  return firstValid(`BOXW${born}HNERXN0`, hasValidCurpDigits)
}

/** A CLABE of BBVA that is new to the database, with a valid check digit. */
function newClabe(): string {
  return firstValid(`012180${randomInt(10_000_000_000, 99_999_999_999)}`, hasValidClabeDigits)
}

function firstValid(beginning: string, isValid: (number: string) => boolean): string {
  const found = Array.from({ length: 10 }, (_, digit) => `${beginning}${digit}`).find(isValid)
  if (found === undefined) throw new Error(`No check digit fits ${beginning}.`)
  return found
}

/** Runs in the page, from its top: how far the lowest required field or Send is below what is in sight. */
function sightOf() {
  const controls = [
    ...document.querySelectorAll<HTMLElement>('form :is([aria-required="true"], [type="radio"], [name="amount"])'),
  ]
  const required = controls.filter((control) => control.checkVisibility() && control.closest('details') === null)
  const send = [...document.querySelectorAll<HTMLElement>('button[type="submit"]')].filter((it) => it.checkVisibility())
  const sticky = document.querySelector('form > div:last-of-type')?.getBoundingClientRect().top ?? 0
  const lowest = Math.max(...required.map((control) => control.getBoundingClientRect().bottom))
  const sendBottom = Math.max(...send.map((button) => button.getBoundingClientRect().bottom))
  return {
    required: required.length,
    hiddenPx: Math.max(0, Math.round(lowest - Math.min(sticky, innerHeight)), Math.round(sendBottom - innerHeight)),
    heightPx: document.documentElement.scrollHeight,
    elements: document.querySelectorAll('form *').length,
  }
}

type CountedKeys = ReturnType<typeof countKeys>

/** Counts the keys that are no data. */
function countKeys(page: Page) {
  let pressed = 0
  async function press(key: string) {
    pressed += 1
    await page.keyboard.press(key)
  }
  /** More stops than the form has: a field that is never reached fails here and does not go round for ever. */
  async function tabTo(target: Locator) {
    for (let stop = 0; stop < 60; stop += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await press('Tab')
    }
    throw new Error('The Tab key never came to this field.')
  }
  return {
    pressed: () => pressed,
    press,
    tabTo,
    async type(label: string, text: string) {
      await tabTo(field(page, label))
      await page.keyboard.type(text)
    },
  }
}
