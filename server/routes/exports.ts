import * as z from 'zod/mini'
import { exportFormats, exportWriteSchema } from '#shared/api/payout.ts'
import type { AppDeps } from '../app-deps.ts'
import { openExportFile } from '../exports/export-file.ts'
import { findExportPage } from '../exports/find-exports.ts'
import { exportOnce } from '../exports/make-export.ts'
import { bodyBySchema, idInPath, queryBySchema } from '../http/body-by-schema.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { idempotencyKeyOf } from '../http/idempotency-key.ts'
import { longJsonBody } from '../http/json-body.ts'
import { personOf } from '../http/person.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { sendJson } from '../http/send-json.ts'
import { sendPieces } from '../http/send-pieces.ts'

type Parts = Pick<AppDeps, 'store' | 'writes'>

/** Exports that are made and listed, and their files. */
export function exports(deps: Parts): readonly Endpoint[] {
  return [all(deps), file(deps)]
}

const pageQuery = z.strictObject({ cursor: z.optional(z.string().check(z.maxLength(1_000))) })

function all(deps: Parts): Endpoint {
  const route = 'POST /api/exports'
  return {
    path: '/api/exports',
    get: async (request, response) => {
      personOf(response)
      sendJson(response, await findExportPage(deps.store.db, queryBySchema(request, pageQuery).cursor))
    },
    post: [
      longJsonBody,
      async (request, response) => {
        const person = personOf(response)
        const write = bodyBySchema(request, exportWriteSchema)
        const intent = { key: idempotencyKeyOf(request), personId: person.id, route, body: request.body }
        sendAnswer(response, await exportOnce(deps, person, write, intent))
      },
    ],
  }
}

const fileQuery = z.strictObject({ format: z.optional(z.enum(exportFormats)) })

function file({ store }: Parts): Endpoint {
  return {
    path: '/api/exports/:id/file',
    get: async (request, response) => {
      const person = personOf(response)
      const { format } = queryBySchema(request, fileQuery)
      const isHead = request.method === 'HEAD'
      const reader = isHead ? undefined : person
      const { name, contentType, leftOut, pieces } = await openExportFile(store, reader, idInPath(request), format)
      response.setHeader('content-type', contentType)
      response.setHeader('content-disposition', `attachment; filename="${name}"`)
      response.setHeader('payouts-left-out', leftOut)
      if (isHead) response.end()
      else await sendPieces(response, pieces)
    },
  }
}
