import { afterEach, expect, it, vi } from 'vitest'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { emptyEntry } from '#shared/payout/entry-draft.ts'
import { createDraftAutosave } from '../drafts/draft-autosave.ts'
import { emptyContent } from '../entry/form-content.ts'
import { savePayout } from './open-and-save.ts'

afterEach(() => vi.unstubAllGlobals())

/** The idempotency key when a form that began as one draft is saved from another, at some revision. */
async function sentFrom(id: string, revision: number, amount = '5') {
  const sent: RequestInit[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push(init)
    throw new TypeError('Failed to fetch')
  })
  const autosave = createDraftAutosave({ id, kind: 'payout', subjectId: null, revision, updatedAt: undefined })
  const form = { country: 'BR', entries: { BR: { ...emptyEntry(ruleBook.BR), amount } } } as const
  const content = { ...emptyContent, form, intentId: 'began-as' }
  const opened = { key: id, autosave, content, isResumed: true, subjectId: undefined }
  const saved = savePayout(opened, { content, submit: false, open: [] })
  await expect(saved).rejects.toThrow('did not answer')
  const [{ headers, body } = {}] = sent
  return { key: new Headers(headers).get('idempotency-key'), body: JSON.parse(String(body)) }
}

it('A form has one idempotency key, also after its draft has forked or was saved again; another content has another key', async () => {
  const [first, fork, changed] = [await sentFrom('d', 3), await sentFrom('e', 1), await sentFrom('d', 3, '6')]
  expect(fork.key).toBe(first.key)
  expect(changed.key).not.toBe(first.key)
  expect([first.body, fork.body]).toMatchObject([
    { draft: { id: 'd', revision: 3 } },
    { draft: { id: 'e', revision: 1 } },
  ])
})
