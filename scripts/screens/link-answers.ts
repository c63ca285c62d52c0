import type { Page } from '@playwright/test'
import { type DetailsLink, linkStates } from '#shared/api/details-links.ts'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** Answers as a server does on which beneficiaries were asked for some days: a link in each state, and one that was changed past the app. */
export async function answerWithLinks(page: Page): Promise<void> {
  const names = ['Rui do frete', 'Oficina Sol y Sombra de Guadalajara', 'Ama Boateng', 'Marta', 'Imprenta Nueve']
  const link = (change: Partial<DetailsLink>, place: number): DetailsLink => ({
    id: `link-${place}`,
    state: 'open',
    name: names[place % names.length] ?? '',
    language: 'es',
    country: ['BR', 'MX', 'GH', 'AR', null][place % names.length] ?? null,
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
    await route.fulfill({ response: answer, json: { ...session, permissions } })
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
