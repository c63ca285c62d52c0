import type { Kysely } from 'kysely'
import type { Person } from '#shared/api/session.ts'
import { personNames } from '../people/people-rows.ts'
import { groupedBy, rowsOfKeys } from '../store/by-keys.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Tables } from '../store/schema.ts'
import type { Reader, RowReader } from '../store/store.ts'
import { type BeneficiaryRow, findBeneficiaries } from './beneficiary-rows.ts'
import { type AuditedDetails, auditedDetails } from './details-trail.ts'
import { findPayouts, type PayoutRow } from './payout-rows.ts'

export type DetailsChange = Tables['details_changes']

export async function insertDetailsChange(db: Kysely<Tables>, change: DetailsChange): Promise<void> {
  await db.insertInto('details_changes').values(change).execute()
}

/** Details with which a beneficiary is paid. */
interface PaidDetails {
  readonly beneficiaryId: string
  readonly detailsHash: string
}

/** The history of the details of beneficiaries, and the details with which they were or will be paid. */
export interface SavedDetails {
  /** The changes of the identifying details of a beneficiary, the oldest first. */
  changes(beneficiaryId: string): readonly DetailsChange[]
  /**
   * Everyone who changed the identifying details of a beneficiary since a payout to them with exactly these, no test, was first exported; where
   * none was, everyone who ever typed any. In the order of their changes.
   */
  authors(paid: PaidDetails): readonly string[]
  /** Whether a payout to a beneficiary with exactly these, no test, was ever exported. */
  wereExported(paid: PaidDetails): boolean
  /**
   * Payouts to a beneficiary with other details than these, one for each: the last that was exported, and those in review or approved. What
   * was changed outside of the app is left out. `exceptId` is the payout that has these.
   */
  others(paid: PaidDetails, exceptId: string | undefined): readonly PayoutRow[]
  /** By the ids of people who changed details. */
  personOf(id: string): Person
  /** Of a beneficiary who was not there. */
  add(change: DetailsChange, audited: AuditedDetails): void
}

/**
 * Looks up what concerns any of these, of a hundred beneficiaries at most.
 * @throws Failure TAMPERED where the audit log is not what the app wrote of them
 */
export async function findSavedDetails(
  keys: Pick<Reader, 'db' | 'encryption' | 'entriesAbout' | 'outAmong'>,
  paid: readonly PaidDetails[],
): Promise<SavedDetails> {
  const ids = [...new Set(paid.map(({ beneficiaryId }) => beneficiaryId))]
  const changes = groupedBy(await detailsChangesOf(keys.db, ids), ({ beneficiary_id }) => beneficiary_id)
  const audited = await auditedDetails(keys, ids)
  const exported = await exportedVersions(keys, ids, paid)
  const others = await findOthers(keys, ids, paid)
  const changedBy = ids.flatMap((id) => (others.has(id) ? (changes.get(id) ?? []) : [])).map((row) => row.changed_by)
  return {
    changes: (id) => changes.get(id) ?? [],
    authors({ beneficiaryId, detailsHash }) {
      const last = exported.get(pairOf(beneficiaryId, detailsHash)) ?? 0
      const own = (changes.get(beneficiaryId) ?? []).filter(({ version }) => version > last)
      // The audit log as well: no author can be removed from both unnoticed.
      const logged = (audited.get(beneficiaryId) ?? []).filter(({ version }) => version > last)
      const owners = logged.flatMap((change) => change.owners)
      return [...new Set([...[...own, ...logged].map(({ changed_by }) => changed_by), ...owners])]
    },
    wereExported: ({ beneficiaryId, detailsHash }) => exported.has(pairOf(beneficiaryId, detailsHash)),
    others: (asked, exceptId) => others.get(asked.beneficiaryId)?.(asked.detailsHash, exceptId) ?? [],
    personOf: await personNames(keys.db, changedBy),
    add(change, entry) {
      changes.set(change.beneficiary_id, [change])
      audited.set(change.beneficiary_id, [entry])
    },
  }
}

function pairOf(...parts: readonly (string | null)[]): string {
  return JSON.stringify(parts)
}

/**
 * In which version of a beneficiary a payout with exactly these details was last exported first. One that was changed outside of the app proves no
 * export, nor does one that was in no export which was made by the audit log: a row of an export that is undone can be put back.
 */
async function exportedVersions(
  { db, encryption, outAmong }: RowReader & Pick<Reader, 'outAmong'>,
  ids: readonly string[],
  paid: readonly PaidDetails[],
) {
  if (ids.length === 0) return new Map<string, number>()
  const ranked = db
    .selectFrom('payouts')
    .selectAll()
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy(['beneficiary_id', 'details_hash']).orderBy('exported_version', 'desc'))
        .as('place'),
    )
    .where('beneficiary_id', 'in', ids)
    .where('details_hash', 'in', [...new Set(paid.map(({ detailsHash }) => detailsHash))])
    .where('exported_version', 'is not', null)
    // A test moves no money, so it proves nothing about the account.
    .where('test_mode', '=', 0)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('export_payouts')
            .innerJoin('exports', 'exports.id', 'export_payouts.export_id')
            .select('export_payouts.payout_id')
            .whereRef('export_payouts.payout_id', '=', 'payouts.id')
            .where('export_payouts.again', '=', 0)
            .where('exports.state', '=', 'preparing'),
        ),
      ),
    )
  const rows = await db.selectFrom(ranked.as('ranked')).selectAll().where('place', '=', 1).execute()
  const out = await outAmong(rows.map(({ id }) => id))
  const intact = rows.filter((row) => out.has(row.id) && isIntact(encryption, 'payouts', row))
  return new Map(intact.map((row) => [pairOf(row.beneficiary_id, row.details_hash), row.exported_version ?? 0]))
}

/** More than a person compares. */
const mostOthers = 5

/** Those with payouts that may have other details than these. */
async function findOthers({ db, encryption }: RowReader, ids: readonly string[], paid: readonly PaidDetails[]) {
  const exported = groupedBy(await lastExported(db, ids), ({ beneficiary_id }) => beneficiary_id)
  const onTheirWay = groupedBy(await underWay(db, ids), ({ beneficiary_id }) => beneficiary_id)
  const hashes = groupedBy(paid, ({ beneficiaryId }) => beneficiaryId)
  const named = ids.filter((id) => {
    const known = [...(exported.get(id) ?? []), ...(onTheirWay.get(id) ?? [])]
    return hashes.get(id)?.some(({ detailsHash }) => known.some((one) => one.details_hash !== detailsHash))
  })
  const idsOf = (id: string) => [
    ...(exported.get(id) ?? []).map((one) => one.id),
    ...(onTheirWay.get(id) ?? []).flatMap(({ newest, oldest }) => [newest, oldest]),
  ]
  const rows = new Map((await findPayouts(db, [...new Set(named.flatMap(idsOf))])).map((row) => [row.id, row]))
  const othersOf = (id: string) => (detailsHash: string, exceptId: string | undefined) => {
    const last = (exported.get(id) ?? []).find((one) => one.id !== exceptId)
    const known = [detailsHash, last?.details_hash ?? detailsHash]
    const others = (onTheirWay.get(id) ?? [])
      .filter(({ details_hash }) => !known.includes(details_hash))
      .flatMap(({ newest, oldest }) => [newest, oldest].find((one) => one !== exceptId) ?? [])
    const found = [
      ...(last === undefined || last.details_hash === detailsHash ? [] : [last.id]),
      ...others.slice(0, mostOthers),
    ]
    return found.flatMap((one) => rows.get(one) ?? []).filter((row) => isIntact(encryption, 'payouts', row))
  }
  return new Map(named.map((id) => [id, othersOf(id)]))
}

/** The last two, as one can be the one that is asked for. Tests move no money: they count where nothing else was exported. */
async function lastExported(db: Kysely<Tables>, beneficiaryIds: readonly string[]) {
  return await rowsOfKeys(beneficiaryIds, (some) => {
    const ranked = db
      .selectFrom('payouts')
      .select(['id', 'beneficiary_id', 'details_hash'])
      .select(({ fn }) =>
        fn
          .agg<number>('row_number')
          .over((over) =>
            over.partitionBy('beneficiary_id').orderBy('test_mode').orderBy('exported_at', 'desc').orderBy('id'),
          )
          .as('place'),
      )
      .where('beneficiary_id', 'in', some)
      .where('state', '=', 'exported')
      .where('erased_at', 'is', null)
    return db.selectFrom(ranked.as('ranked')).selectAll().where('place', '<=', 2).orderBy('place').execute()
  })
}

/** Two of those that have the same details, as one can be the one that is asked for. */
async function underWay(db: Kysely<Tables>, beneficiaryIds: readonly string[]) {
  return await rowsOfKeys(beneficiaryIds, (some) =>
    db
      .selectFrom('payouts')
      .select(({ fn }) => ['beneficiary_id', 'details_hash', fn.max('id').as('newest'), fn.min('id').as('oldest')])
      .where('beneficiary_id', 'in', some)
      .where('state', 'in', ['in_review', 'approved'])
      .where('details_hash', 'is not', null)
      .groupBy(['beneficiary_id', 'details_hash'])
      .$narrowType<{ details_hash: string }>()
      .execute(),
  )
}

async function detailsChangesOf(
  db: Kysely<Tables>,
  beneficiaryIds: readonly string[],
): Promise<readonly DetailsChange[]> {
  return await rowsOfKeys(beneficiaryIds, (some) =>
    db.selectFrom('details_changes').selectAll().where('beneficiary_id', 'in', some).orderBy('version').execute(),
  )
}

/** The active beneficiaries whose identifying details are now exactly these, by what names them. */
export async function beneficiariesWithDetails(
  db: Kysely<Tables>,
  detailsHashes: readonly string[],
): Promise<ReadonlyMap<string, readonly BeneficiaryRow[]>> {
  const once = await rowsOfKeys(detailsHashes, (some) =>
    db.selectFrom('details_changes').select('beneficiary_id').distinct().where('details_hash', 'in', some).execute(),
  )
  const ids = once.map(({ beneficiary_id }) => beneficiary_id)
  const latest = new Map(
    (await detailsChangesOf(db, ids)).map((change) => [change.beneficiary_id, change.details_hash]),
  )
  const rows = (await findBeneficiaries(db, ids)).filter((row) => row.status === 'active' && row.erased_at === null)
  return groupedBy(rows, ({ id }) => latest.get(id) ?? '')
}
