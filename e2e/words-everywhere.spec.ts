import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { countriesThatDiffer } from './payout-page.ts'
import { approveAndExport, inBook, inReview, pixDetails, unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

test.use({ locale: 'fr-FR' })

const screens = [
  '/payouts',
  '/payouts/new',
  '/review',
  '/exports',
  '/beneficiaries',
  '/beneficiaries/new',
  '/activity',
  '/rules',
  '/rules/BR',
  '/rules/PE',
  '/about',
  '/nowhere',
]

test('a French reader finds no English words on any screen, nor where a beneficiary was erased', async ({
  page,
  colleague,
}) => {
  test.slow()
  const payout = await inReview(page, pixDetails(unique()))
  const beneficiary = await inBook(page, pixDetails(unique()))
  const gone = await erased(page, colleague.page)
  const own = [`/payouts/${payout}`, `/review/${payout}`, `/beneficiaries/${beneficiary}`]
  for (const path of [...own, `/payouts/${gone.payout}`, `/beneficiaries/${gone.beneficiary}`, ...screens]) {
    await page.goto(path)
    await expectFrenchAlone(page, path)
  }
})

test('a French reader finds no English words on the form of any country, also when it is sent empty', async ({
  page,
}) => {
  test.slow()
  await page.goto('/payouts/new')
  for (const { code } of countriesThatDiffer) {
    await page.locator('main select').first().selectOption(code)
    await page.locator('[name="amount"]').fill('12')
    await expect(page).not.toHaveTitle(/^Erreur/)
    await expectFrenchAlone(page, code)
    await page.getByRole('button', { name: 'Copier l’ordre', exact: true }).click()
    await expect(page).toHaveTitle(/^Erreur/)
    await expectFrenchAlone(page, `${code}, sent empty`)
  }
})

/** Names that other tests give, as the sandbox answers by them: all tests share one database. */
const nameOfOthers = /\bSandbox (?:Name|Not|Invalid|Slow|Cut|Error|Rate)\b/

/** No text on the page, and no name that a screen reader says, is one of the English messages or has words that are English alone. */
async function expectFrenchAlone(page: Page, what: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const texts = await page.evaluate(textsOfPage)
  expect(texts.length).toBeGreaterThan(10)
  const words = texts.filter((text) => !nameOfOthers.test(text))
  expect(
    words.filter((text) => english.has(text) || englishWord.test(text)),
    what,
  ).toEqual([])
}

/** A beneficiary who was erased, and a payout to them that was exported, so that it stays. */
async function erased(page: Page, colleague: Page): Promise<{ readonly payout: string; readonly beneficiary: string }> {
  const payout = await inReview(page, pixDetails(unique()))
  await approveAndExport(colleague, payout)
  const { beneficiaryId } = await (await page.request.get(`/api/payouts/${payout}`)).json()
  const shown = await (await page.request.get(`/api/beneficiaries/${beneficiaryId}`)).json()
  const answer = await page.request.post(`/api/beneficiaries/${beneficiaryId}/erase`, {
    data: { confirm: true },
    headers: { 'if-match': `"${shown.version}"`, 'idempotency-key': randomUUID() },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return { payout, beneficiary: beneficiaryId }
}

const englishWord =
  /\b(the|is|are|was|were|not|yet|been|with|this|that|which|what|and|by|has|have|needs|first|last|name|erased|loading|checked)\b/i

/** Visible texts and accessible names, without codes, names of people and of banks, and what is marked as another language. */
function textsOfPage(): readonly string[] {
  const texts: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement
    if (element?.closest('code, pre, script, option[lang], [translate="no"]') !== null || !element.checkVisibility())
      continue
    if (node instanceof Text) texts.push(node.data)
    else for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.push(element.getAttribute(name) ?? '')
  }
  return texts.map((text) => text.trim()).filter((text) => /\p{L}{2,}/u.test(text))
}

/** Every message in English that is another one in French. */
const english = new Set(
  Object.entries(messagesIn('en')).flatMap(([id, text]) => (messagesIn('fr')[id] === text ? [] : [text])),
)

function messagesIn(language: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(`shared/language/${language}.json`, 'utf8'))
}
