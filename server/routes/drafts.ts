import type { Request, Response } from 'express'
import { type Draft, draftWriteSchema } from '#shared/api/draft.ts'
import type { AppDeps } from '../app-deps.ts'
import { dropDraft, findOwnDraft, ownDrafts, saveDraft } from '../drafts/drafts.ts'
import { Failure } from '../failure.ts'
import { bodyBySchema, idInPath } from '../http/body-by-schema.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { jsonBody } from '../http/json-body.ts'
import { personOf } from '../http/person.ts'
import { sendJson } from '../http/send-json.ts'
import { setVersion, versionOf } from '../http/version.ts'

type Parts = Pick<AppDeps, 'store'>

/** The unfinished forms of a person: nobody else sees them. */
export function drafts(deps: Parts): readonly Endpoint[] {
  return [all(deps), one(deps)]
}

function all({ store }: Parts): Endpoint {
  return {
    path: '/api/drafts',
    get: async (_request, response) => {
      const items = await ownDrafts(store, personOf(response).id)
      sendJson(response, { items: items.map(onTheWire) })
    },
  }
}

function one({ store }: Parts): Endpoint {
  return {
    path: '/api/drafts/:id',
    get: async (request, response) => {
      const draft = await findOwnDraft(store, personOf(response).id, idInPath(request))
      setVersion(response, draft.revision)
      sendJson(response, onTheWire(draft))
    },
    put: [jsonBody, (request, response) => keep(store, request, response)],
    delete: [
      async (request, response) => {
        const personId = personOf(response).id
        await dropDraft(store, { id: idInPath(request), personId, revision: versionOf(request) })
        response.status(204).end()
      },
    ],
  }
}

async function keep(store: Parts['store'], request: Request, response: Response): Promise<void> {
  const personId = personOf(response).id
  const id = draftId(request)
  const revision = request.headers['if-none-match'] === '*' ? undefined : versionOf(request, firstOrNext)
  const { kind, subjectId, content = null } = bodyBySchema(request, draftWriteSchema)
  const receipt = await saveDraft(store, { id, personId, kind, subjectId, content, revision })
  setVersion(response, receipt.revision)
  sendJson(response, receipt)
}

const firstOrNext =
  'Send If-None-Match: * for a draft that is new, or If-Match with the ETag of the revision that was seen, such as "3".'

function draftId(request: Request): string {
  const id = idInPath(request)
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return id
  throw new Failure('NOT_FOUND', 'A draft is named by a UUID in lower case.')
}

function onTheWire({ id, kind, subjectId, revision, updatedAt, content }: Draft) {
  return { id, kind, subjectId, revision, updatedAt, content }
}
