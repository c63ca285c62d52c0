import type { Page } from '@playwright/test'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { confirmWarnings, expectAdvice, field, fillIn, person, startPayout } from './payout-page.ts'
import { unique } from './saved-beneficiaries.ts'
import { expect, test } from './test.ts'

const { BR, MX } = ruleBook

/**
 * Does to a page what a browser does that translates it: takes each text out and puts it back inside two font elements, again and again.
 * The words stay as they are, so that the tests can find them. A text that React still writes to is reported, as it would not be visible.
 */
async function translate(page: Page): Promise<readonly string[]> {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.addInitScript(() => {
    const isLeftAlone = 'script, style, textarea, font, [translate="no"], [translate="no"] *'
    function wrapTexts(root: Node) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
      for (const text of texts) {
        if (text.data.trim() === '' || text.parentElement?.matches(isLeftAlone) !== false) continue
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        inner.textContent = text.data
        outer.append(inner)
        text.replaceWith(outer)
      }
    }
    new MutationObserver(() => document.body && wrapTexts(document.body)).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
    Object.defineProperty(Node.prototype, 'nodeValue', {
      ...nodeValue,
      set(this: Node, value: string) {
        if (this instanceof Text && !this.isConnected) reportError(new Error(`Written where nobody sees it: ${value}`))
        nodeValue?.set?.call(this, value)
      },
    })
  })
  return errors
}

test('in a page that the browser translates, a payout is entered, corrected, sent, found and approved', async ({
  page,
  colleague,
}) => {
  const errors = [await translate(page), await translate(colleague.page)]
  const { cpf, pixKey, lastName } = unique()
  await startPayout(page, BR)
  await fillIn(page, BR, BR.methods[0], {
    ...person,
    ...BR.methods[0].sample,
    beneficiaryLastName: lastName,
    documentNumber: '123',
    recipientPixKey: pixKey,
  })
  await page.getByRole('button', { name: 'Send to review', exact: true }).click()
  await expectAdvice(page, 'CPF', /11 digits/)
  await field(page, 'CPF').fill(cpf)
  await expect(page.getByText('1 thing to correct')).toBeHidden()
  await page.getByRole('button', { name: 'Check identity' }).click()
  await expect(page.getByRole('region', { name: 'Check identity' })).toContainText('Name and document match')
  await confirmWarnings(page)
  await page.getByRole('button', { name: 'Send to review', exact: true }).click()
  await expect(page.getByText('Sent to review.')).toBeVisible()
  const reference = await page.getByText(/^PD-[A-Z0-9]+$/).innerText()

  await page.goto('/payouts')
  await page.getByLabel('Search payouts').fill('nobody at all')
  await expect(page.getByRole('row', { name: new RegExp(reference) })).toBeHidden()
  await page.getByLabel('Search payouts').fill(reference)
  await expect(page.getByRole('row', { name: new RegExp(reference) })).toBeVisible()

  await colleague.page.goto('/payouts')
  await colleague.page.getByLabel('Search payouts').fill(reference)
  await colleague.page
    .getByRole('row', { name: new RegExp(reference) })
    .getByRole('link')
    .click()
  await colleague.page.getByRole('button', { name: 'Review', exact: true }).click()
  await colleague.page.getByRole('button', { name: 'Approve…' }).click()
  await colleague.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(colleague.page.getByText(`${reference} was approved.`).first()).toBeVisible()
  expect(errors.flat()).toEqual([])
})

test('in a page that the browser translates, lists of banks, filters and commands open and close', async ({ page }) => {
  const errors = await translate(page)
  await startPayout(page, MX)
  const bank = field(page, 'Bank')
  await bank.fill('ban')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await bank.fill('banorte')
  await bank.press('Enter')
  await bank.fill('zzzz')
  await bank.press('Escape')
  await page.getByLabel('Country', { exact: true }).selectOption('AR')
  await page.getByLabel('Country', { exact: true }).selectOption('BR')
  await page.goto('/payouts')
  for (const state of ['Draft', 'Approved', 'Approved']) await page.getByRole('button', { name: state }).click()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('rules')
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  expect(errors).toEqual([])
})
