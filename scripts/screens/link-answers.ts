import type { Page } from '@playwright/test'
import { type DetailsLink, linkStates } from '#shared/api/details-links.ts'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const names = ['Rui do frete', 'Oficina Sol y Sombra de Guadalajara', 'Ama Boateng', 'Marta', 'Imprenta Nueve']

const link = (change: Partial<DetailsLink>, place: number): DetailsLink => ({
  id: `link-${place}`,
  state: 'open',
  name: names[place % names.length] ?? '',
  language: 'es',
  country: ['BR', 'MX', 'GH', 'AR', null][place % names.length] ?? null,
  method: null,
  beneficiaryId: null,
  comment: null,
  madeAt: hoursAgo(5 + 9 * place),
  madeBy: { id: 'p1', name: 'Ana Souza' },
  expiresAt: hoursAgo(-120),
  openedAt: change.state === 'open' ? null : hoursAgo(2 + 9 * place),
  openedOn: change.state === 'open' ? null : 'Samsung Internet, Android',
  submittedAt: null,
  isTampered: false,
  ...change,
})

/** Answers as a server does on which beneficiaries were asked for some days: a link in each state, and one that was changed past the app. */
export async function answerWithLinks(page: Page): Promise<void> {
  const items = [...linkStates.map((state) => ({ state })), { isTampered: true, name: '' }].map(link)
  const received = Array.from({ length: 6 }, (_, place) =>
    link(
      { state: 'submitted', submittedAt: hoursAgo(1 + 3 * place), beneficiaryId: place % 2 === 0 ? 'b1' : null },
      place,
    ),
  )
  await page.route('**/api/details-links?*', (route) =>
    route.fulfill({
      json: { items: route.request().url().includes('submitted') ? received : items, nextCursor: null },
    }),
  )
  await page.route('**/api/session', async (route) => {
    const answer = await route.fetch()
    const session: object = await answer.json()
    const permissions = ['read', 'enter', 'handle', 'approve']
    await route.fulfill({ response: answer, json: { ...session, permissions, hasMail: true } })
  })
}

/** The same, with what one beneficiary sent, of whom something else is saved. */
export async function answerWithReceived(page: Page): Promise<void> {
  await answerWithLinks(page)
  const entry = {
    country: 'BR',
    method: 'bank',
    beneficiaryFirstName: 'Rui',
    beneficiaryLastName: 'Barbosa Lima',
    documentType: '1',
    documentNumber: '11144477735',
    bankName: '001',
    agency: '1234',
    accountNumber: '1234567890',
    payoutAccountTypeCode: '0001',
    city: 'Recife',
  }
  const warning = {
    pointer: '#/entry/accountNumber',
    field: 'accountNumber',
    code: 'account_other_document',
    params: { beneficiaryId: 'b2' },
    message: '',
    detail: 'A saved beneficiary has this account under another document. Compare the two.',
    id: 'w1',
    grade: 'serious',
  }
  const submission = {
    submissionId: 's1',
    entry,
    warnings: [warning],
    beneficiary: { id: 'b1', version: 3, differs: ['accountNumber', 'city'] },
  }
  await page.route('**/api/details-links/*/submission', (route) => route.fulfill({ json: submission }))
}

/** What nothing warns of, ready to be accepted in one act. */
async function showClean(page: Page): Promise<void> {
  await answerWithReceived(page)
  await page.route('**/api/overview', async (route) => {
    const answer = await route.fetch()
    const overview: object = await answer.json()
    await route.fulfill({ response: answer, json: { ...overview, received: 14 } })
  })
  const people = ['Rui Barbosa Lima', 'Ama Boateng', 'Marta Figueroa del Valle', 'Kofi Mensah', 'Inés Paredes']
  const clean = people.map((name, place) => ({
    details: link({ state: 'submitted', submittedAt: hoursAgo(1 + place), name: names[place] ?? '' }, place),
    submission: {
      submissionId: `s${place}`,
      entry: {
        country: ['BR', 'GH', 'MX', 'GH', 'AR'][place],
        method: 'bank',
        beneficiaryFirstName: name.split(' ')[0],
        beneficiaryLastName: name.split(' ').slice(1).join(' '),
        accountNumber: `${2_001_334_455 + 7_919 * place}`,
      },
      warnings: [],
      beneficiary: place === 3 ? { id: 'b1', version: 3, differs: [] } : null,
    },
  }))
  const left = { warned: 3, changed: 2, other: 0 }
  await page.route('**/api/received-details/look', (route) => route.fulfill({ json: { clean, left, hasMore: false } }))
  await page.goto('/details-links/received')
  await page.locator('#main button').first().click()
  await page.locator('dialog button[type="submit"]').click()
  await page.locator('dialog li').first().waitFor()
}

/** A list of names that was read, and of which links are to be made. */
async function showAskMany(page: Page): Promise<void> {
  await answerWithLinks(page)
  await page.goto('/details-links')
  await page.locator('#main button').first().click()
  await page.locator('dialog textarea').fill(`Name\tCountry\n${names.join('\tBR\n')}\tBR\nNoa\tAtlantis`)
  await page.locator('dialog button').first().click()
  await page.locator('dialog select').first().waitFor()
}

/** A new link with the ways of sending it. */
async function showMade(page: Page): Promise<void> {
  await answerWithLinks(page)
  const made = { url: `https://details.example.com/${'a'.repeat(36)}#${'x'.repeat(43)}`, details: link({}, 0) }
  await page.route('**/api/details-links', (route) => route.fulfill({ status: 201, json: made }))
  await page.goto('/details-links')
  await page.locator('#main button').nth(1).click()
  await page.locator('dialog input').first().fill('Rui do frete')
  await page.locator('dialog button[type="submit"]').click()
  await page.locator('dialog [inputmode="email"]').waitFor()
}

/** What takes more than one press to be seen. */
export const linkScenes = {
  'received-clean': showClean,
  'details-link-made': showMade,
  'details-links-many': showAskMany,
}
