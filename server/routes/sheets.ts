import { acceptedDamagesSchema } from '#shared/api/damage.ts'
import {
  sheetHeadSchema,
  sheetPartsReceiptSchema,
  sheetPartsSchema,
  sheetPartsSearchSchema,
  sheetPartsWriteSchema,
  sheetReceiptSchema,
  sheetSchema,
  sheetsSchema,
} from '#shared/api/sheet.ts'
import { noteAcceptedDamage } from '../batches/batches.ts'
import { findOwnParts, findOwnSheet, findOwnSheets, saveSheetHead, saveSheetParts } from '../batches/sheet.ts'
import { done, named, type Route, route } from '../http/route.ts'
import type { AppDeps } from './app-deps.ts'

/** The tables of payouts that a person is correcting, which no one else can see. They end with their batch, or after 30 days without a change. */
export function sheetRoutes({ store }: Pick<AppDeps, 'store'>): readonly Route[] {
  return [
    route({
      method: 'get',
      path: '/api/sheets',
      permission: 'enter',
      summary: 'Your own unfinished sheets, the last changed first.',
      answer: named('Sheets', sheetsSchema),
      handle: async ({ person }) => ({ body: { items: [...(await findOwnSheets(store, person))] } }),
    }),
    route({
      method: 'get',
      path: '/api/batches/:id/sheet',
      permission: 'enter',
      summary: 'The sheet of a batch that you started, without its rows. Another person’s is not found.',
      answer: named('Sheet', sheetSchema),
      handle: async ({ person, id }) => {
        const sheet = await findOwnSheet(store, person, id)
        return { body: sheet, version: sheet.revision }
      },
    }),
    route({
      method: 'put',
      path: '/api/batches/:id/sheet',
      permission: 'enter',
      summary:
        'Saves what the page has to know about a sheet: If-None-Match: * the first time, then If-Match with the revision.',
      version: 'seen-or-new',
      body: named('SheetHead', sheetHeadSchema),
      answer: named('SheetReceipt', sheetReceiptSchema),
      problems: ['TOO_MANY_SHEETS', 'VERSION_CONFLICT', 'STATE_CONFLICT'],
      handle: async ({ person, id, version: revision, body: { head } }) => {
        const receipt = await saveSheetHead(store, person, { id, head, revision })
        return { body: receipt, version: receipt.revision }
      },
    }),
    ...rowRoutes({ store }),
  ]
}

/** Their rows, and what was decided about them before they were rows. */
function rowRoutes({ store }: Pick<AppDeps, 'store'>): readonly Route[] {
  return [
    route({
      method: 'get',
      path: '/api/batches/:id/sheet/parts',
      permission: 'enter',
      isHeavy: true,
      summary: 'Rows of the sheet: ten parts at most, from a number on.',
      query: sheetPartsSearchSchema,
      answer: named('SheetParts', sheetPartsSchema),
      handle: async ({ person, id, query: { from = '0' } }) => ({
        body: await findOwnParts(store, person, id, Number(from)),
      }),
    }),
    route({
      method: 'put',
      path: '/api/batches/:id/sheet/parts',
      permission: 'enter',
      summary:
        'Saves rows of the sheet, 2 MiB at most: all of these parts, or none if another tab has saved one since.',
      bodyLimitKiB: 2048,
      body: named('SheetPartsWrite', sheetPartsWriteSchema),
      answer: named('SheetPartsReceipt', sheetPartsReceiptSchema),
      problems: ['VERSION_CONFLICT', 'TOO_MANY_SHEETS'],
      handle: async ({ person, id, body }) => ({ body: await saveSheetParts(store, person, id, body) }),
    }),
    route({
      method: 'post',
      path: '/api/batches/:id/accepted-damage',
      permission: 'enter',
      isHeavy: true,
      summary:
        'Records what you decided about the changes that a spreadsheet made to the file of a batch that you started.',
      body: named('AcceptedDamages', acceptedDamagesSchema),
      status: 204,
      problems: ['STATE_CONFLICT'],
      handle: async ({ person, id, body: { accepted } }) => {
        await store.write((tx) => noteAcceptedDamage(tx, person, id, accepted))
        return done
      },
    }),
  ]
}
