import * as z from 'zod/mini'
import { type Draft, draftReceiptSchema, draftSchema, draftsSchema, draftWriteSchema } from '#shared/api/draft.ts'
import { dropDraft, findOwnDraft, ownDrafts, saveDraft } from '../drafts/drafts.ts'
import { done, named, type Route, route } from '../http/route.ts'
import type { AppDeps } from './app-deps.ts'

const draftId = z
  .string()
  .check(
    z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    z.describe('A UUID in lower case, made by the page that begins the form.'),
  )

/** The unfinished forms of a person, which no one else can see. */
export function draftRoutes({ store }: Pick<AppDeps, 'store'>): readonly Route[] {
  const one = { path: '/api/drafts/:id', permission: 'enter', id: draftId } as const
  return [
    route({
      method: 'get',
      path: '/api/drafts',
      permission: 'enter',
      summary: 'Your own unfinished forms, newest first: at most 200, each until it was not changed for 30 days.',
      answer: named('Drafts', draftsSchema),
      handle: async ({ person }) => ({ body: { items: (await ownDrafts(store, person.id)).map(presented) } }),
    }),
    route({
      ...one,
      method: 'get',
      summary: 'One of your own unfinished forms. Another person’s is not found.',
      answer: named('Draft', draftSchema),
      handle: async ({ person, id }) => {
        const draft = await findOwnDraft(store, person.id, id)
        return { body: presented(draft), version: draft.revision }
      },
    }),
    route({
      ...one,
      method: 'put',
      summary:
        'Saves an unfinished form, of at most 64 KiB: If-None-Match: * the first time, then If-Match with the revision. Repeating what is already saved is not a conflict.',
      version: 'seen-or-new',
      body: named('DraftWrite', draftWriteSchema),
      answer: named('DraftReceipt', draftReceiptSchema),
      problems: ['TOO_MANY_DRAFTS', 'VERSION_CONFLICT'],
      handle: async ({ person, id, version: revision, body: { kind, subjectId, content = null } }) => {
        const receipt = await saveDraft(store, { id, personId: person.id, kind, subjectId, content, revision })
        return { body: receipt, version: receipt.revision }
      },
    }),
    route({
      ...one,
      method: 'delete',
      summary: 'Deletes an unfinished form, at the version that was seen.',
      version: 'seen',
      status: 204,
      problems: ['VERSION_CONFLICT'],
      handle: async ({ person, id, version: revision }) => {
        await dropDraft(store, { id, personId: person.id, revision })
        return done
      },
    }),
  ]
}

function presented({ id, kind, subjectId, revision, updatedAt, content }: Draft) {
  return { id, kind, subjectId, revision, updatedAt, content }
}
