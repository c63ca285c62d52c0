import { afterEach, expect, it, vi } from 'vitest'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { emptyEntry } from '#shared/payout/entry-draft.ts'
import { createDraftAutosave } from '../drafts/draft-autosave.ts'
import { emptyContent } from './form-content.ts'
import { payoutRules } from './form-rules.ts'
import { formState } from './form-store.ts'
import { savePayout } from './save-payout.ts'
import { createSavedContent } from './saved-content.ts'

afterEach(() => vi.unstubAllGlobals())

/** What is sent where a form that began as one draft is saved from another, in some revision. */
async function sentFrom(id: string, revision: number, amount = '5') {
  const sent: RequestInit[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push(init)
    throw new TypeError('Failed to fetch')
  })
  const autosave = createDraftAutosave({ id, kind: 'payout', subjectId: null, revision, updatedAt: undefined })
  const content = { ...emptyContent, intentId: 'began-as' }
  const opened = { key: id, autosave, content, isResumed: true, payoutId: undefined }
  const state = formState(payoutRules, ruleBook.BR, { ...emptyEntry(ruleBook.BR), amount })
  const kept = createSavedContent(content, autosave)
  await expect(savePayout(opened, kept, state, { submit: false })).rejects.toThrow('did not answer')
  const [{ headers, body } = {}] = sent
  return { key: new Headers(headers).get('idempotency-key'), body: JSON.parse(String(body)) }
}

it('one form is one intent, also after its draft has forked or was kept again; another content is another', async () => {
  const [first, fork, changed] = [await sentFrom('d', 3), await sentFrom('e', 1), await sentFrom('d', 3, '6')]
  expect(fork.key).toBe(first.key)
  expect(changed.key).not.toBe(first.key)
  expect([first.body, fork.body]).toMatchObject([
    { draft: { id: 'd', revision: 3 } },
    { draft: { id: 'e', revision: 1 } },
  ])
})
