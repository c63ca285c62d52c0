import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { exportSchema } from '#shared/api/export.ts'
import { warningId } from '#shared/api/issue.ts'
import { revealedPayoutSchema } from '#shared/api/payout.ts'
import { hasValidCpfDigits } from '#shared/check-digits/cpf.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import { expect } from './test.ts'

/** A person that no other test has: a name, a CPF and a Pix key of their own. All tests share one database. */
export interface Unique {
  readonly firstName: string
  readonly lastName: string
  readonly name: string
  readonly cpf: string
  readonly pixKey: string
}

export function unique(firstName = 'Álvaro'): Unique {
  const lastName = `Conceição ${randomUUID().replaceAll(/[^a-f]/g, '')}x`
  return {
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    cpf: randomCpf(),
    pixKey: `${randomUUID()}@example.com`,
  }
}

export function pixDetails({ firstName, lastName, cpf, pixKey }: Unique): RawEntry {
  return {
    country: 'BR',
    method: 'pix',
    beneficiaryFirstName: firstName,
    beneficiaryLastName: lastName,
    documentType: '1',
    documentNumber: cpf,
    recipientPixKey: pixKey,
  }
}

/** Saves a beneficiary without the screens and gives their id. */
export async function inBook(page: Page, entry: RawEntry): Promise<string> {
  const answer = await page.request.post('/api/beneficiaries', {
    data: { entry, confirmed: [] },
    headers: { 'idempotency-key': randomUUID() },
  })
  const body: unknown = await answer.json()
  expect(answer.status(), JSON.stringify(body)).toBe(201)
  return String(Reflect.get(Object(body), 'id'))
}

/** Enters a payout to a new person over HTTP and sends it to review; returns its id. */
export async function inReview(page: Page, entry: RawEntry): Promise<string> {
  const answer = await page.request.post('/api/payouts', {
    data: { entry: { ...entry, amount: '150.25' }, confirmed: [], submit: true },
    headers: { 'idempotency-key': randomUUID() },
  })
  const body: unknown = await answer.json()
  expect(answer.status(), JSON.stringify(body)).toBe(201)
  return String(Reflect.get(Object(body), 'id'))
}

/** Approves a payout over HTTP; `page` belongs to another person than the one who entered it. */
export async function approve(page: Page, id: string): Promise<void> {
  const answer = await page.request.post(`/api/payouts/${id}/reveal`, { data: {} })
  const { version, requestHash, warningsHash, warnings } = revealedPayoutSchema.parse(await answer.json())
  const confirmed = warnings.map((warning) => ({ warningId: warningId(warning) }))
  const approved = await page.request.post(`/api/payouts/${id}/approve`, {
    data: { requestHash, warningsHash, confirmed },
    headers: { 'if-match': `"${version}"` },
  })
  expect(approved.status(), await approved.text()).toBe(200)
}

/** Approves and exports payouts over HTTP; `page` belongs to another person than the one who entered them. */
export async function approveAndExport(page: Page, ...ids: readonly string[]): Promise<{ readonly id: string }> {
  for (const id of ids) await approve(page, id)
  const exported = await page.request.post('/api/exports', {
    data: { payoutIds: ids, format: 'json', again: false },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(exported.status(), await exported.text()).toBe(201)
  return exportSchema.parse(await exported.json())
}

function randomCpf(): string {
  const body = String(randomInt(100_000_000, 999_999_999))
  const endings = Array.from({ length: 100 }, (_, ending) => String(ending).padStart(2, '0'))
  const found = endings.map((ending) => body + ending).find(hasValidCpfDigits)
  return found ?? randomCpf()
}
