import type { Locator, Page } from '@playwright/test'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { goTo } from './go-to.ts'
import { chooseCountry } from './payout-page.ts'
import { inReview, pixDetails, unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

/** The switch of the language, whatever the page speaks. */
function languageSwitch(page: Page): Locator {
  return page.getByRole('combobox', { name: /^(Language|Idioma|Langue)$/ })
}

/** Finds a field by its name, whatever the language of its label. */
function named(page: Page, name: string): Locator {
  return page.locator(`[name="${name}"]`)
}

test.describe('in a browser set to pt-BR', () => {
  test.use({ locale: 'pt-BR' })

  test('the first words that a person reads are in its language, before they sign in too', async ({ page }) => {
    await page.goto('/about')
    await expect(page.getByRole('heading', { level: 1, name: 'Sobre', exact: true })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
    await expect(page).toHaveTitle('Sobre · Payout Desk')
    await page.context().clearCookies()
    await page.goto('/')
    await page.getByRole('textbox', { name: 'Seu nome' }).fill('Ana')
    await languageSwitch(page).selectOption({ label: 'Français' })
    await expect(page.getByRole('heading', { level: 1, name: /^Choisissez votre nom/ })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Votre nom' })).toHaveValue('Ana')
  })
})

test('a person changes the language and hears it, the page’s title and tongue follow, and the next visit has it too', async ({
  page,
}) => {
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  await languageSwitch(page).focus()
  await languageSwitch(page).selectOption({ label: 'Português (Brasil)' })
  await expect(page.getByRole('heading', { level: 1, name: 'Sobre' })).toBeVisible()
  await expect(page).toHaveTitle('Sobre · Payout Desk')
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
  await expect(page.getByText('A página agora está em português.')).toBeAttached()
  await expect(languageSwitch(page)).toBeFocused()
  await expect(page.getByRole('navigation', { name: 'Principal' })).toBeVisible()
  const next = await page.context().newPage()
  await next.goto('/about')
  await expect(next.getByRole('heading', { level: 1, name: 'Sobre' })).toBeVisible()
})

test('a person changes the language in the middle of a form: every value stays, and the errors are translated', async ({
  page,
}) => {
  await page.goto('/payouts/new')
  await chooseCountry(page, ruleBook.BR)
  const typed = { beneficiaryFirstName: 'Ana', documentNumber: '12', amount: '150.25' }
  for (const [name, value] of Object.entries(typed)) await named(page, name).fill(value)
  await page.getByRole('button', { name: 'Copy request' }).click()
  await expect(page.getByRole('region', { name: 'There is something to fix' })).toBeVisible()
  await expect(page).toHaveTitle(/^Error: /)
  const inputs = await Promise.all(Object.keys(typed).map((name) => named(page, name).elementHandle()))
  const error = await named(page, 'documentNumber').evaluate(descriptionOf)

  await languageSwitch(page).focus()
  await languageSwitch(page).selectOption({ label: 'Français' })
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(languageSwitch(page)).toBeFocused()
  await expect(page).toHaveTitle(/^Erreur\u00A0: /)
  for (const [name, value] of Object.entries(typed)) await expect(named(page, name)).toHaveValue(value)
  // The very same inputs: a caret in one would still be where it was.
  for (const input of inputs) expect(await input?.evaluate(({ isConnected }) => isConnected)).toBe(true)
  await expect(page.getByRole('region', { name: 'There is something to fix' })).toBeHidden()
  expect(await named(page, 'documentNumber').evaluate(descriptionOf)).not.toBe(error)
})

for (const path of ['/payouts', '/rules/PE'])
  test(`a person changes the language at the tables of ${path}: each cell stays, with what has the focus in it`, async ({
    page,
  }) => {
    await inReview(page, pixDetails(unique()))
    await page.goto(path)
    await expect(page.getByRole('cell').first()).toBeVisible()
    const cells = await page.locator('th, td').evaluateAll((found) => found.length)
    expect(cells).toBeGreaterThan(5)
    await page.locator('th, td').evaluateAll((found) => Object.assign(window, { cellsBefore: found }))
    const focused = page.getByRole('main').locator('td a, tr[tabindex]').first()
    await focused.focus()
    await languageSwitch(page).evaluate(chooseFrench)
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    expect(await page.evaluate(connectedCells)).toBe(cells)
    await expect(focused).toBeFocused()
  })

test.describe('in a browser set to fr-FR', () => {
  test.use({ locale: 'fr-FR' })

  test('sums and days are written as the reader writes them', async ({ page }) => {
    const id = await inReview(page, pixDetails(unique()))
    await page.goto(`/payouts/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('150,25 BRL')
    const time = page.getByRole('main').locator('time').first()
    const title = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'medium', timeStyle: 'medium' }).format(
      new Date((await time.getAttribute('datetime')) ?? ''),
    )
    await expect(time).toHaveAttribute('title', title)
  })
})

test('the words that fail as the page opens are asked for again', async ({ page }) => {
  let failures = 0
  await page.route(/\/assets\/en-/, (route) => {
    failures += 1
    return failures === 1 ? route.abort() : route.continue()
  })
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  expect(failures).toBeGreaterThan(1)
})

test('a page loads the words of its language once, and once, when its form is there, those that a first visit does not show', async ({
  page,
}) => {
  const files: string[] = []
  page.on('request', (request) => files.push(...(/\/assets\/(en|es|pt-BR|fr)-/.exec(request.url())?.slice(1) ?? [])))
  await page.goto('/payouts/new')
  await chooseCountry(page, ruleBook.BR)
  await expect(named(page, 'documentNumber')).toBeVisible()
  await expect.poll(() => files).toEqual(['en', 'en'])
  await goTo(page, 'Beneficiaries')
  await expect(page.getByRole('heading', { level: 1, name: 'Beneficiaries' })).toBeVisible()
  await goTo(page, 'Rules')
  await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeVisible()
  expect(files).toEqual(['en', 'en'])
})

/** Runs in the page: how many of the cells that stood there before are still the ones. */
function connectedCells(): number {
  const cells: unknown = Reflect.get(window, 'cellsBefore')
  return Array.isArray(cells) ? cells.filter((cell) => cell instanceof Element && cell.isConnected).length : 0
}

/** Runs in the page: chooses French without going to the switch. */
function chooseFrench(select: Element): void {
  Object.assign(select, { value: 'fr' })
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

/** What a screen reader says of a field after its label. */
function descriptionOf(field: Element): string {
  const ids = (field.getAttribute('aria-describedby') ?? '').split(' ')
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}
