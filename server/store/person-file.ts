import type { Kysely } from 'kysely'
import { type ActivityRow, activityAbout } from './activity-rows.ts'
import type { DraftRow } from './draft-rows.ts'
import type { Encryption } from './encryption.ts'
import type { ExportRow } from './export-rows.ts'
import type { PayoutRow } from './payout-rows.ts'
import type { Tables } from './schema.ts'
import { beneficiaryTerm } from './search-terms.ts'
import type { ValidationRow } from './validation-rows.ts'

interface PersonFile {
  readonly payouts: readonly PayoutRow[]
  readonly checks: readonly ValidationRow[]
  readonly exports: readonly ExportRow[]
  readonly drafts: readonly OpenedDraft[]
  readonly activity: readonly ActivityRow[]
}

interface OpenedDraft extends Pick<DraftRow, 'id' | 'kind' | 'updated_at'> {
  readonly content: string
}

/** All rows that tell of one beneficiary, beside its own. */
export async function rowsAbout(
  db: Kysely<Tables>,
  encryption: Encryption,
  beneficiaryId: string,
): Promise<PersonFile> {
  return {
    payouts: await payoutsTo(db, beneficiaryId),
    checks: await db
      .selectFrom('checks')
      .selectAll()
      .where('beneficiary_id', '=', beneficiaryId)
      .orderBy('asked_at')
      .execute(),
    drafts: await draftsAbout(db, encryption, beneficiaryId),
    exports: await exportsOf(db, beneficiaryId),
    activity: await activityAbout(db, beneficiaryId),
  }
}

export async function payoutsTo(db: Kysely<Tables>, beneficiaryId: string): Promise<readonly PayoutRow[]> {
  return await db
    .selectFrom('payouts')
    .selectAll()
    .where('beneficiary_id', '=', beneficiaryId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The exports that a payout to a beneficiary went out with, oldest first. */
async function exportsOf(db: Kysely<Tables>, beneficiaryId: string): Promise<readonly ExportRow[]> {
  const ids = db
    .selectFrom('export_payouts')
    .select('export_id')
    .where('payout_id', 'in', payoutIdsTo(db, beneficiaryId))
  return await db.selectFrom('exports').selectAll().where('id', 'in', ids).orderBy('created_at').orderBy('id').execute()
}

/**
 * The unfinished forms about a beneficiary, whoever keeps them: those that edit it or a payout to it, those in which it is chosen, and
 * those in which its document was typed, or where its money goes. Their content is encrypted; what they are found by is kept beside it.
 */
export async function draftsAbout(
  db: Kysely<Tables>,
  encryption: Encryption,
  beneficiaryId: string,
): Promise<readonly OpenedDraft[]> {
  const drafts = await db
    .selectFrom('drafts')
    .selectAll()
    .where((is) =>
      is.or([
        is('subject_id', '=', beneficiaryId),
        is('subject_id', 'in', payoutIdsTo(db, beneficiaryId)),
        is('id', 'in', draftsByTerm(db, beneficiaryId)),
      ]),
    )
    .orderBy('updated_at')
    .execute()
  return drafts.map(({ id, kind, updated_at, content_encrypted }) => ({
    id,
    kind,
    updated_at,
    content: encryption.open(content_encrypted, { table: 'drafts', id, column: 'content_encrypted' }),
  }))
}

/** The numbers are those of the book and of each payout: an account of before is still the person's. */
function draftsByTerm(db: Kysely<Tables>, beneficiaryId: string) {
  const numbers = db
    .selectFrom('search_terms')
    .select('term')
    .where((is) => is.or([is('term', 'like', 'd:%'), is('term', 'like', 'a:%')]))
  const inBook = numbers.where('kind', '=', 'beneficiary').where('thing_id', '=', beneficiaryId)
  const inPayouts = numbers.where('kind', '=', 'payout').where('thing_id', 'in', payoutIdsTo(db, beneficiaryId))
  return db
    .selectFrom('search_terms')
    .select('thing_id')
    .where('kind', '=', 'draft')
    .where((is) =>
      is.or([is('term', 'in', beneficiaryTerm(beneficiaryId)), is('term', 'in', inBook), is('term', 'in', inPayouts)]),
    )
}

function payoutIdsTo(db: Kysely<Tables>, beneficiaryId: string) {
  return db.selectFrom('payouts').select('id').where('beneficiary_id', '=', beneficiaryId)
}
