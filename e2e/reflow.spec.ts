import type { Page } from '@playwright/test'
import { payoutSchema } from '#shared/api/payout.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { chooseCountry, countriesThatDiffer, field } from './payout-page.ts'
import { approve, inBook, inReview, pixDetails, unique } from './saved-beneficiaries.ts'
import { expectNoOverflow } from './sound.ts'
import { expect, test } from './test.ts'

/** Windows of an app and a tablet; a window of 1280 at 200 % and at 400 % (WCAG 2.2, 1.4.4 and 1.4.10); a phone. */
const widths = [1280, 1024, 768, 640, 390, 320]

const languages = ['en', 'es', 'pt-BR', 'fr'] as const

/** Every width in one language. */
async function expectReflow(page: Page, what: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 })
    expect(await page.evaluate(tooWide), `${what} at ${width}`).toEqual({ overflow: 0, cutWords: [] })
  }
}

async function speak(page: Page, language: string): Promise<void> {
  await page.getByRole('combobox', { name: /^(Language|Idioma|Langue)$/ }).selectOption(language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

// French has the longest words; what a language is worth on a narrow screen, the forms of the countries and three screens say.
test('no width from 1280 to 320 pixels scrolls the form of any country sideways or cuts words', async ({ page }) => {
  test.slow()
  await page.goto('/payouts/new')
  await speak(page, 'fr')
  for (const { code } of countriesThatDiffer) {
    await page.locator('select[name="country"]').selectOption(code)
    await expectReflow(page, code)
  }
})

test('320 pixels are enough for the form of Brazil, the list, a payout and its review in any language', async ({
  page,
}) => {
  const payout = await inReview(page, pixDetails(unique()))
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of ['/payouts/new', '/payouts', `/payouts/${payout}`, `/review/${payout}`]) {
    await page.goto(path)
    if (path === '/payouts/new') await page.locator('select[name="country"]').selectOption('BR')
    await expectLoaded(page)
    for (const language of languages) {
      await speak(page, language)
      expect(await page.evaluate(tooWide), `${path} in ${language}`).toEqual({ overflow: 0, cutWords: [] })
    }
  }
})

test('no width from 1280 to 320 pixels scrolls any other screen sideways or cuts words', async ({ page }) => {
  test.slow()
  await page.addInitScript(() => localStorage.setItem('payout-desk.language', 'fr'))
  const payout = await inReview(page, pixDetails(unique()))
  const beneficiary = await inBook(page, pixDetails(unique()))
  for (const path of [
    '/payouts',
    `/payouts/${payout}`,
    `/review/${payout}`,
    '/review',
    '/exports',
    '/beneficiaries',
    `/beneficiaries/${beneficiary}`,
    '/activity',
    '/rules',
    // Peru, Mexico and Chile have the widest tables; Kenya has hardly any.
    ...['PE', 'MX', 'CL', 'KE'].map((code) => `/rules/${code}`),
    '/settings',
    '/about',
    '/nowhere',
  ]) {
    await page.goto(path)
    await expectLoaded(page)
    await expectReflow(page, path)
  }
})

test('text alone at 200 % scrolls no screen sideways, and leaves the form its width', async ({
  page,
  playwright,
  baseURL,
}) => {
  const payout = await inReview(page, pixDetails(unique()))
  const { launchOptions = {} } = test.info().project.use
  // As a person sets it in a browser: rem and the widths of the style sheets are measured in it.
  const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32']
  const browser = await playwright.chromium.launch({ ...launchOptions, args })
  const storageState = await page.context().storageState()
  const large = await browser.newPage({ baseURL: baseURL ?? '', storageState, viewport: { width: 1280, height: 800 } })
  for (const path of ['/payouts', `/payouts/${payout}`, `/review/${payout}`, '/exports', '/import', '/settings']) {
    await large.goto(path)
    await expectLoaded(large)
    expect(await large.evaluate(tooWide), path).toEqual({ overflow: 0, cutWords: [] })
  }
  await large.goto('/payouts/new')
  const country = large.getByLabel('Country', { exact: true })
  await country.selectOption('BR')
  expect((await field(large, 'First name').boundingBox())?.width).toBeGreaterThan(500)
  await browser.close()
})

/** The headline is there, and all that was asked for has come. */
async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

test('with wider text spacing and a name of 76 letters, no screen with an amount cuts it, and each scrolls in one direction', async ({
  page,
  colleague,
}) => {
  test.slow()
  const whom = unique('Wilhelmina'.padEnd(38, 'e'))
  const lastName = whom.lastName.replaceAll(/\P{L}/gu, '').padEnd(37, 'm')
  const payout = await inReview(page, pixDetails({ ...whom, lastName }))
  const { beneficiaryId } = payoutSchema.parse(await (await page.request.get(`/api/payouts/${payout}`)).json())
  for (const path of ['/payouts', `/payouts/${payout}`, `/payouts/new?beneficiary=${beneficiaryId}`])
    await expectAmountsUncut(page, path, lastName)
  await expectAmountsUncut(colleague.page, `/review/${payout}`, lastName)
  await approve(colleague.page, payout)
  await expectAmountsUncut(colleague.page, '/exports', lastName)
})

async function expectAmountsUncut(page: Page, path: string, name: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 700 })
  await page.goto(path)
  if (path.startsWith('/payouts/new')) await field(page, 'Amount').fill('1234567.89')
  await expect(page.getByText(name).first()).toBeVisible()
  await page.evaluate(spaceText)
  for (const width of [1280, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    await expectNoOverflow(page, `${path} at ${width}`)
    // A screen that takes another form at a width fetches what that form shows.
    await expect.poll(async () => (await page.evaluate(amountsCut)).seen, `amounts at ${width}`).toBeGreaterThan(0)
    expect((await page.evaluate(amountsCut)).cut, `${path} at ${width}`).toEqual([])
  }
}

test('the strip of the test mode keeps its words beside each other in any language', async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem('payout-desk:test-mode', 'true'))
  await page.goto('/payouts')
  for (const language of languages) {
    await speak(page, language)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.locator('section').first().evaluate(isCrowded), `${language} at ${width}`).toBe(false)
    }
  }
})

test('for a person who wants nothing to move, nothing does', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/payouts/new')
  await chooseCountry(page, ruleBook.BR)
  await page.getByRole('button', { name: 'Paste details' }).click()
  const moving = await page.evaluate(() => {
    const longest = (value: string) => Math.max(...value.split(',').map((part) => Number.parseFloat(part)))
    return [...document.querySelectorAll('*')]
      .filter((element) => {
        const { animationName, animationDuration, transitionDuration } = getComputedStyle(element)
        return (animationName !== 'none' && longest(animationDuration) > 0.01) || longest(transitionDuration) > 0.01
      })
      .map((element) => element.outerHTML.slice(0, 80))
  })
  expect(moving).toEqual([])
})

/** Runs in the page: the spacing that text has to bear (WCAG 2.2, 1.4.12). The page's policy allows no style element. */
function spaceText(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

/** Runs in the page: how many amounts are shown, and those of which a part lies outside what hides it or the window. */
function amountsCut(): { readonly seen: number; readonly cut: readonly string[] } {
  const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
  const found: { readonly text: string; readonly isCut: boolean }[] = []
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent ?? ''
    if (!/\d\.\d\d/.test(text) || parent?.checkVisibility() !== true || parent.closest('.sr-only') !== null) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    found.push({ text, isCut: isOutside(range.getBoundingClientRect(), parent) })
  }
  for (const box of document.querySelectorAll<HTMLInputElement>('input[name="amount"]'))
    found.push({ text: box.value, isCut: box.scrollWidth > box.clientWidth + 1 })
  return { seen: found.length, cut: found.filter(({ isCut }) => isCut).map(({ text }) => text) }

  function isOutside(text: DOMRect, from: Element): boolean {
    if (text.left < -1 || text.right > window.innerWidth + 1) return !scrolls(from)
    for (let around: Element | null = from; around !== null; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around)
      const box = around.getBoundingClientRect()
      if (overflowX === 'hidden' && (text.left < box.left - 1 || text.right > box.right + 1)) return true
      if (overflowY === 'hidden' && (text.top < box.top - 1 || text.bottom > box.bottom + 1)) return true
    }
    return false
  }

  function scrolls(from: Element): boolean {
    return (
      from.closest('table, pre') !== null &&
      getComputedStyle(from.closest('table, pre')?.parentElement ?? from).overflowX === 'auto'
    )
  }
}

/** Runs in the page: how far it scrolls sideways, and buttons, links and headings whose words are wider than their box, and hidden there. */
function tooWide(): { readonly overflow: number; readonly cutWords: readonly string[] } {
  const cutWords = [...document.querySelectorAll<HTMLElement>('button, a, h1, h2, h3, label')]
    .filter((element) => {
      const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1
      if (!isCut) return false
      const { overflowX, textOverflow } = getComputedStyle(element)
      return (overflowX === 'hidden' || overflowX === 'clip') && textOverflow !== 'ellipsis'
    })
    .map((element) => element.innerText.slice(0, 60))
  return { overflow: Math.max(0, document.documentElement.scrollWidth - window.innerWidth), cutWords }
}

/** Whether neighbours in the strip overlap. */
function isCrowded(strip: Element): boolean {
  const shown = [...strip.querySelectorAll('strong, button')].filter((part) => part.checkVisibility())
  const parts = shown.map((part) => part.getBoundingClientRect())
  return parts.some(({ right }, place) => right > (parts[place + 1]?.left ?? window.innerWidth))
}
