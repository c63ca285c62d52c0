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

/** What stands in a field, whatever its label is. */
function named(page: Page, name: string): Locator {
  return page.locator(`[name="${name}"]`)
}

for (const { locale, language, title } of [
  { locale: 'pt-BR', language: 'pt-BR', title: 'Sobre' },
  { locale: 'de-DE', language: 'en', title: 'About' },
])
  test.describe(`in a browser set to ${locale}`, () => {
    test.use({ locale })

    test(`the first words that a person reads are in ${language}`, async ({ page }) => {
      await page.goto('/about')
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page).toHaveTitle(`${title} · Payout Desk`)
      await expect(languageSwitch(page)).toHaveValue(language)
    })
  })

test('who comes first to a browser finds their language before they sign in', async ({ page }) => {
  await page.context().clearCookies()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Choose your name' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ana')
  await languageSwitch(page).selectOption({ label: 'Français' })
  await expect(page.getByRole('heading', { level: 1, name: /^Choisissez votre nom/ })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Votre nom' })).toHaveValue('Ana')
})

test('a person changes the language and hears it, and the page’s title and tongue follow', { tag: '@phone' }, async ({
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
  await expect(
    page.getByRole('navigation', { name: 'Principal' }).or(page.getByRole('button', { name: 'Menu' })),
  ).toBeVisible()
})

test('the choice is kept over a reload, and for the next visit of this browser', async ({ page }) => {
  await page.goto('/about')
  await languageSwitch(page).selectOption({ label: 'Español' })
  await expect(page.getByRole('heading', { level: 1, name: 'Acerca de' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Acerca de' })).toBeVisible()
  const next = await page.context().newPage()
  await next.goto('/about')
  await expect(next.getByRole('heading', { level: 1, name: 'Acerca de' })).toBeVisible()
})

test('a person changes the language in the middle of a form: every value stays, and the errors are said again', {
  tag: '@phone',
}, async ({ page }) => {
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
    const cells = await page.locator('th, td').elementHandles()
    expect(cells.length).toBeGreaterThan(5)
    const focused = page.getByRole('main').locator('td a, tr[tabindex]').first()
    await focused.focus()
    await languageSwitch(page).evaluate(chooseFrench)
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    for (const cell of cells) expect(await cell.evaluate(({ isConnected }) => isConnected)).toBe(true)
    await expect(focused).toBeFocused()
  })

for (const { locale, amount } of [
  { locale: 'en-US', amount: '150.25' },
  { locale: 'fr-FR', amount: '150,25' },
])
  test.describe(`in a browser set to ${locale}`, () => {
    test.use({ locale })

    test('sums and days are written as the reader writes them', async ({ page }) => {
      const id = await inReview(page, pixDetails(unique()))
      await page.goto(`/payouts/${id}`)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(`${amount} BRL`)
      const time = page.getByRole('main').locator('time').first()
      const title = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(
        new Date((await time.getAttribute('datetime')) ?? ''),
      )
      await expect(time).toHaveAttribute('title', title)
    })
  })

test('where the words of a language cannot be had the page stays as it is and says so', async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  const ofFrench = /\/assets\/fr-/
  await page.route(ofFrench, (route) => route.abort())
  await languageSwitch(page).selectOption({ label: 'Français' })
  await expect(page.getByRole('alert')).toContainText('Français could not be loaded. The page stays in English')
  await expect(languageSwitch(page)).toHaveValue('en')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()

  await page.unroute(ofFrench)
  await languageSwitch(page).selectOption({ label: 'Français' })
  await expect(page.getByRole('heading', { level: 1, name: 'À propos' })).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
})

test('of two choices the last one counts, however slow the first is', async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\/assets\/fr-/, async (route) => {
    await held
    await route.continue()
  })
  const slow = page.waitForResponse(/\/assets\/fr-/)
  await languageSwitch(page).selectOption({ label: 'Français' })
  await expect(languageSwitch(page)).toHaveAttribute('aria-busy', 'true')
  await languageSwitch(page).selectOption({ label: 'Español' })
  await expect(page.getByRole('heading', { level: 1, name: 'Acerca de' })).toBeVisible()
  letGo()
  await slow
  await expect(languageSwitch(page)).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('heading', { level: 1, name: 'Acerca de' })).toBeVisible()
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

test('a page asks once for the words of its language, and once for those of screens that nobody opens first', async ({
  page,
}) => {
  const files: string[] = []
  page.on('request', (request) => files.push(...(/\/assets\/(en|es|pt-BR|fr)-/.exec(request.url())?.slice(1) ?? [])))
  await page.goto('/payouts/new')
  await chooseCountry(page, ruleBook.BR)
  await expect(named(page, 'documentNumber')).toBeVisible()
  expect(files).toEqual(['en'])
  await goTo(page, 'Beneficiaries')
  await expect(page.getByRole('heading', { level: 1, name: 'Beneficiaries' })).toBeVisible()
  await goTo(page, 'Rules')
  await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeVisible()
  expect(files).toEqual(['en', 'en'])
})

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
