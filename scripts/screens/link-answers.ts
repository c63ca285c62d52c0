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
  await page.route('**/api/details-links?*', (route) => route.fulfill({ json: { items, nextCursor: null } }))
  await page.route('**/api/session', async (route) => {
    const answer = await route.fetch()
    const session: object = await answer.json()
    const permissions = ['read', 'enter', 'handle', 'approve']
    await route.fulfill({ response: answer, json: { ...session, permissions } })
  })
}
