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
    { name: 'payouts-nothing-found', path: '/payouts?state=approved&country=KE', person: enters },
    { name: 'new-payout-empty', path: fresh, person: 'Nia' },
    { name: 'new-payout-filled', path: fresh, person: enters, prepare: fillBrazil },
    { name: 'new-payout-errors', path: fresh, person: 'Olga', prepare: submitEmpty },
    { name: 'payout', path: `/payouts/${seed.draft}`, person: enters },
    { name: 'payout-returned', path: `/payouts/${seed.returned}`, person: enters },
    { name: 'payout-approved-revealed', path: `/payouts/${seed.approved}`, person: reviews, prepare: reveal },
    { name: 'payout-edit', path: `/payouts/${seed.draft}/edit`, person: enters },
    { name: 'review', path: `/review/${seed.inReview}`, person: reviews },
    { name: 'review-queue', path: '/review', person: reviews },
    { name: 'review-nothing', path: '/review', person: enters },
    { name: 'exports', path: '/exports', person: reviews },
    { name: 'beneficiaries', path: '/beneficiaries', person: enters },
    { name: 'beneficiary', path: `/beneficiaries/${seed.beneficiary}`, person: enters },
    { name: 'beneficiary-edit', path: `/beneficiaries/${seed.beneficiary}/edit`, person: enters },
    { name: 'beneficiary-new', path: '/beneficiaries/new', person: enters },
    { name: 'activity', path: '/activity', person: enters },
    { name: 'rules', path: '/rules', person: enters },
    { name: 'rules-brazil', path: '/rules/BR', person: enters },
    { name: 'about', path: '/about', person: enters },
    { name: 'not-found', path: '/nowhere', person: enters },
  ]
}

async function fillBrazil(page: Page): Promise<void> {
  await page.getByLabel('Country', { exact: true }).selectOption('BR')
  await page.getByLabel('First name').fill('Ana')
  await page.getByLabel('Last name').fill('Souza')
  await page.getByLabel('CPF', { exact: true }).fill('111.444.777-35')
  await page.getByRole('button', { name: 'Check identity' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('1500,50')
  await page.getByText('Checked: name and document match.').first().waitFor()
}

async function submitEmpty(page: Page): Promise<void> {
  await page.getByLabel('Country', { exact: true }).selectOption('PE')
  await page.getByRole('button', { name: 'Send to review' }).click()
  await page.getByText('There is something to fix').waitFor()
}

async function reveal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show the request' }).click()
  await page.getByRole('button', { name: 'Show as JSON' }).waitFor()
}
