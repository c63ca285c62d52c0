import type * as z from 'zod/mini'
import type { exportConfirmationsSchema } from '#shared/api/export.ts'
import { payoutEntry } from '../entry/entry-columns.ts'
import { Failure } from '../kernel/failure.ts'
import { readCursor, writeCursor } from '../kernel/page-cursor.ts'
import { requireIntact } from '../payout-state/genuine.ts'
import { givenApprovals } from '../payouts/present-payout.ts'
import { shownConfirmations } from '../payouts/show-confirmations.ts'
import { payeeName } from '../search/search-terms.ts'
import type { Reader } from '../store/store.ts'
import { confirmedPayouts, findExport } from './export-rows.ts'

const pageLimit = 50

/**
 * Who confirmed which warnings of the payouts in an export, when and why. The file itself holds nothing but the requests.
 * @throws Failure NOT_FOUND, TAMPERED, FIELDS_INVALID for a cursor that is none
 */
export async function findExportConfirmations(
  reader: Reader,
  id: string,
  cursor: string | undefined,
): Promise<z.input<typeof exportConfirmationsSchema>> {
  if ((await findExport(reader.db, id)) === undefined) throw new Failure('NOT_FOUND', { params: { what: 'export' } })
  const after = Number(readCursor('confirmations', cursor)?.key ?? -1)
  const rows = await confirmedPayouts(reader.db, id, {
    after: Number.isInteger(after) ? after : -1,
    limit: pageLimit + 1,
  })
  const page = rows.slice(0, pageLimit)
  await requireIntact(reader, page)
  const items = []
  for (const row of page)
    items.push({
      payoutId: row.id,
      externalReference: row.external_reference,
      name: payeeName(payoutEntry(reader, row), reader.fields),
      confirmations: await shownConfirmations(reader, row),
      approvals: await givenApprovals(reader, row),
    })
  const last = rows.length > pageLimit ? page.at(-1) : undefined
  return { items, nextCursor: last === undefined ? null : writeCursor('confirmations', String(last.place), last.id) }
}
