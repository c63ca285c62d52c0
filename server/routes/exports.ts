import * as z from 'zod/mini'
import {
  exportConfirmationsSchema,
  exportFormats,
  exportPageSchema,
  exportSchema,
  exportWriteSchema,
} from '#shared/api/payout.ts'
import type { AppDeps } from '../app-deps.ts'
import { findExportConfirmations } from '../exports/export-confirmations.ts'
import { exportContentTypes, findExportPage, openExportFile } from '../exports/find-exports.ts'
import { exportOnce } from '../exports/make-export.ts'
import { named, type Route, route } from '../http/route.ts'

/** Exports that are made and listed, and their files. */
export function exportRoutes(deps: Pick<AppDeps, 'store' | 'writes' | 'signIn'>): readonly Route[] {
  const { store } = deps
  return [
    route({
      method: 'get',
      path: '/api/exports',
      permission: 'read',
      scope: 'exports:read',
      summary: 'Exports, newest first.',
      query: z.strictObject({ cursor: z.optional(z.string().check(z.maxLength(1_000))) }),
      answer: named('ExportPage', exportPageSchema),
      handle: async ({ query }) => ({ body: await findExportPage(store.db, query.cursor) }),
    }),
    route({
      method: 'post',
      path: '/api/exports',
      permission: 'export',
      summary: 'Exports approved payouts, all or none, in the order given. The body may have 1 MiB.',
      isIdempotent: true,
      body: named('ExportWrite', exportWriteSchema),
      bodyLimitKiB: 1024,
      answer: named('Export', exportSchema),
      status: 201,
      problems: [
        'NOT_FOUND',
        'ERASED',
        'TAMPERED',
        'STATE_CONFLICT',
        'VERSION_CONFLICT',
        'WARNINGS_UNREVIEWED',
        'ALREADY_EXPORTED',
      ],
      handle: ({ person, idempotencyKey: key, body }) =>
        exportOnce(deps, person, body, { key, personId: person.id, route: 'POST /api/exports', body }),
    }),
    route({
      method: 'get',
      path: '/api/exports/:id/confirmations',
      permission: 'read',
      summary: 'Who confirmed which warnings of the payouts in an export, when and why.',
      query: z.strictObject({ cursor: z.optional(z.string().check(z.maxLength(1_000))) }),
      answer: named('ExportConfirmations', exportConfirmationsSchema),
      problems: ['TAMPERED'],
      handle: async ({ id, query }) => ({ body: await findExportConfirmations(store, id, query.cursor) }),
    }),
    route({
      method: 'get',
      path: '/api/exports/:id/file',
      permission: 'export',
      scope: 'exports:read',
      summary:
        'The payout requests as a file: a JSON list, a line of JSON each, or CSV. The audit log keeps who asked; Payouts-Left-Out counts the payouts that were erased since.',
      query: z.strictObject({ format: z.optional(z.enum(exportFormats)) }),
      answer: Object.values(exportContentTypes),
      problems: ['TAMPERED'],
      handle: async ({ person, id, query, isHead }) => {
        const reader = isHead ? undefined : person
        const { name, contentType, leftOut, pieces } = await openExportFile(store, reader, id, query.format)
        const headers = { 'content-disposition': `attachment; filename="${name}"`, 'payouts-left-out': String(leftOut) }
        return { text: pieces, contentType, headers }
      },
    }),
  ]
}
