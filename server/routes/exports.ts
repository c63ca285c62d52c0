import * as z from 'zod/mini'
import {
  exportConfirmationsSchema,
  exportFormats,
  exportPageSchema,
  exportSchema,
  exportWriteSchema,
  givenExportSchema,
} from '#shared/api/export.ts'
import { askForExport } from '../exports/ask-for-export.ts'
import { findExportConfirmations } from '../exports/export-confirmations.ts'
import { stopExport } from '../exports/export-kind.ts'
import { exportContentTypes, findExportPage, findOneExport, openExportFile } from '../exports/find-exports.ts'
import { named, type Route, route } from '../http/route.ts'
import type { AppDeps } from './app-deps.ts'

/** Exports that are made and listed, and their files. */
export function exportRoutes(deps: Pick<AppDeps, 'store' | 'writes' | 'signIn' | 'jobRunner'>): readonly Route[] {
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
      summary:
        'Exports approved payouts, all or none, in the order given; with leaveOut, those that can be. The body may have 2 MiB. An export of many payouts is answered while it is being prepared.',
      isIdempotent: true,
      body: named('ExportWrite', exportWriteSchema),
      bodyLimitKiB: 2048,
      answer: named('GivenExport', givenExportSchema),
      status: 201,
      problems: [
        'NOT_FOUND',
        'ERASED',
        'TAMPERED',
        'STATE_CONFLICT',
        'VERSION_CONFLICT',
        'WARNINGS_UNREVIEWED',
        'ALREADY_EXPORTED',
        'EXPORT_UNDONE',
      ],
      handle: ({ person, idempotencyKey: key, body }) =>
        askForExport(deps, person, body, { key, personId: person.id, route: 'POST /api/exports', body }),
    }),
    ...oneExport(deps),
  ]
}

function oneExport({ store, jobRunner }: Pick<AppDeps, 'store' | 'jobRunner'>): readonly Route[] {
  return [
    route({
      method: 'get',
      path: '/api/exports/:id',
      permission: 'read',
      scope: 'exports:read',
      summary: 'One export: its progress, or why it failed.',
      isUse: false,
      answer: named('Export', exportSchema),
      handle: async ({ id }) => ({ body: await findOneExport(store.db, id) }),
    }),
    route({
      method: 'delete',
      path: '/api/exports/:id',
      permission: 'export',
      stopsWork: true,
      summary: 'Stops an export that is being prepared: none of its payouts is exported. A finished export stays.',
      status: 204,
      problems: ['TAMPERED'],
      handle: async ({ person, id }) => {
        await stopExport(store, person, id)
        jobRunner.wake()
        return { body: undefined }
      },
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
        'The payout requests as a file: a JSON list, a line of JSON each, or CSV. The audit log records who asked for it; Payouts-Left-Out counts the payouts that were erased since.',
      query: z.strictObject({ format: z.optional(z.enum(exportFormats)) }),
      answer: Object.values(exportContentTypes),
      problems: ['TAMPERED', 'STATE_CONFLICT'],
      handle: async ({ person, id, query, isHead }) => {
        const reader = isHead ? undefined : person
        const { name, contentType, leftOut, pieces } = await openExportFile(store, reader, id, query.format)
        const headers = { 'content-disposition': `attachment; filename="${name}"`, 'payouts-left-out': String(leftOut) }
        return { text: pieces, contentType, headers }
      },
    }),
  ]
}
