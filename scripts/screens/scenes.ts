import type { Page } from '@playwright/test'
import type { Seed } from './seed.ts'

/** One screen in one state. */
export interface Scene {
  readonly name: string
  readonly path: string
  /** Who looks; undefined before anybody has signed in. */
  readonly person: string | undefined
  /** What that person does before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>
}

export function scenes(seed: Seed): readonly Scene[] {
  const { enters, reviews } = seed
  const fresh = '/payouts/new?draft=11111111-1111-4111-8111-111111111111'
  return [
    { name: 'who-is-working', path: '/', person: undefined },
    { name: 'payouts', path: '/payouts', person: enters },
    { name: 'payouts-selected', path: '/payouts', person: enters, prepare: selectAll },
    { name: 'payouts-nothing-found', path: '/payouts?state=approved&country=KE', person: enters },
    { name: 'new-payout-empty', path: fresh, person: 'Nia' },
    { name: 'new-payout-filled', path: fresh, person: enters, prepare: fillBrazil },
    { name: 'new-payout-errors', path: fresh, person: 'Olga', prepare: submitEmpty },
    { name: 'new-payout-pasted', path: fresh, person: 'Pia', prepare: pasteMessage },
    { name: 'new-payout-mexico', path: fresh, person: 'Quim', prepare: (page) => choose(page, 'MX') },
    { name: 'new-payout-kenya', path: fresh, person: 'Rosa', prepare: (page) => choose(page, 'KE') },
    {
      name: 'new-payout-card',
      path: `/payouts/new?beneficiary=${seed.beneficiary}`,
      person: enters,
      prepare: typeAmount,
    },
    { name: 'payout', path: `/payouts/${seed.draft}`, person: enters },
    { name: 'payout-returned', path: `/payouts/${seed.returned}`, person: enters },
    { name: 'payout-approved-revealed', path: `/payouts/${seed.approved}`, person: reviews, prepare: reveal },
    { name: 'payout-edit', path: `/payouts/${seed.draft}/edit`, person: enters },
    { name: 'review', path: `/review/${seed.inReview}`, person: reviews },
    { name: 'review-queue', path: '/review', person: reviews },
    {
      name: 'review-approve',
      path: `/review/${seed.inReview}`,
      person: reviews,
      prepare: (page) => page.keyboard.press('a'),
    },
    {
      name: 'review-return',
      path: `/review/${seed.inReview}`,
      person: reviews,
      prepare: (page) => page.keyboard.press('r'),
    },
    { name: 'review-nothing', path: '/review', person: enters },
    { name: 'exports', path: '/exports', person: reviews },
    { name: 'beneficiaries', path: '/beneficiaries', person: enters },
    { name: 'beneficiary', path: `/beneficiaries/${seed.beneficiary}`, person: enters },
    { name: 'beneficiary-edit', path: `/beneficiaries/${seed.beneficiary}/edit`, person: enters },
    { name: 'beneficiary-new', path: '/beneficiaries/new', person: enters },
    { name: 'activity', path: '/activity', person: enters },
    { name: 'rules', path: '/rules', person: enters },
    { name: 'rules-brazil', path: '/rules/BR', person: enters },
    { name: 'palette', path: '/payouts', person: enters, prepare: (page) => page.keyboard.press('Control+k') },
    { name: 'keys', path: '/payouts', person: enters, prepare: (page) => page.keyboard.press('?') },
    { name: 'server-away', path: '/about', person: enters, prepare: withoutServer },
    { name: 'about', path: '/about', person: enters },
    { name: 'settings', path: '/settings', person: enters },
    {
      name: 'settings-policy',
      path: '/settings',
      person: enters,
      prepare: (page) => page.locator('main section').first().getByRole('button').last().click(),
    },
    { name: 'not-found', path: '/nowhere', person: enters },
  ]
}

/** By code and name alone, as pictures are taken in every language. */
async function choose(page: Page, country: string): Promise<void> {
  await page.locator('select[name="country"]').selectOption(country)
  await page.locator('[name="amount"]').waitFor()
}

async function fillBrazil(page: Page): Promise<void> {
  await choose(page, 'BR')
  await page.locator('[name="beneficiaryFirstName"]').fill('Ana')
  await page.locator('[name="beneficiaryLastName"]').fill('Souza')
  await page.locator('[name="documentNumber"]').fill('111.444.777-35')
  await page.locator('[name="amount"]').fill('1500,50')
}

async function typeAmount(page: Page): Promise<void> {
  await page.locator('[name="amount"]').fill('1500,50')
}

async function submitEmpty(page: Page): Promise<void> {
  await choose(page, 'PE')
  await page.locator('button[type="submit"]').last().click()
}

async function pasteMessage(page: Page): Promise<void> {
  await page.locator('#main button').first().click()
  await page
    .locator('textarea')
    .first()
    .fill('Nome: Ana Souza, CPF 111.444.777-35, chave pix ana@example.com, R$ 150,25')
}

async function selectAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'All payouts shown' }).check()
}

async function reveal(page: Page): Promise<void> {
  await page.locator('#main button').last().click()
}

async function withoutServer(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.locator('a[href="/exports"]').first().dispatchEvent('click')
  await page.locator('#main button').filter({ visible: true }).first().waitFor()
}
