import { setImmediate as turn } from 'node:timers/promises'
import type { BatchChecks, CheckedRows } from '#shared/api/batch-rows.ts'
import type { BeneficiaryRow } from '../entry/beneficiary-rows.ts'
import { detailsHash } from '../entry/details.ts'
import { beneficiaryEntry } from '../entry/entry-columns.ts'
import { maskedIssue } from '../entry/masked.ts'
import { caught, Failure } from '../kernel/failure.ts'
import { factsFor, type PayoutToAssess } from '../payouts/facts.ts'
import { beneficiariesByDetails, type FilledInEntry, readUnfinishedPayout } from '../payouts/read-payouts.ts'
import { warningsOf } from '../payouts/warnings.ts'
import { warningOnWire } from '../problems/english-texts.ts'
import { payeeName } from '../search/search-terms.ts'
import type { Reader } from '../store/store.ts'

/** Looked up together; then others have their turn. */
const atOnce = 25

type CheckedRow = CheckedRows['rows'][number]

/** What only the server knows of rows that are being corrected: whom they pay, and which warnings saving each would raise. Nothing is written. */
export async function checkRows(reader: Reader, { rows }: BatchChecks): Promise<CheckedRows> {
  const checked: CheckedRow[] = []
  for (let from = 0; from < rows.length; from += atOnce) {
    checked.push(...(await checkGroup(reader, rows.slice(from, from + atOnce))))
    await turn()
  }
  return { rows: checked }
}

async function checkGroup(reader: Reader, rows: BatchChecks['rows']): Promise<readonly CheckedRow[]> {
  const read = await readRows(reader, rows)
  const facts = await factsFor(
    reader,
    read.flatMap((one) => (one instanceof Failure ? [] : unfinishedToAssess(one))),
  )
  return rows.map(({ row }, place) => {
    const one = read[place]
    if (one === undefined || one instanceof Failure) return { row, beneficiary: null, warnings: [] }
    const { written, payee } = one
    const warnings = warningsOf(reader, facts, unfinishedToAssess(one)).map((warning) =>
      maskedIssue(warning, written.secrets),
    )
    return {
      row,
      beneficiary: payee === undefined ? null : { id: payee.id, version: payee.version, name: nameIn(reader, payee) },
      warnings: warnings.map(warningOnWire),
    }
  })
}

/** The unfinished payout of a row, with the beneficiary who is saved with exactly its details. */
interface UnfinishedRow {
  readonly written: FilledInEntry
  readonly payee: BeneficiaryRow | undefined
}

/** Each as far as it can be read; why not, for what no form holds. */
async function readRows(reader: Reader, rows: BatchChecks['rows']): Promise<readonly (UnfinishedRow | Failure)[]> {
  const read = rows.map(({ entry }) => caught(() => readUnfinishedPayout(reader, entry, undefined)))
  const hashOf = ({ reading: { errors, request } }: FilledInEntry) =>
    errors.length > 0 ? [] : [detailsHash(reader, request)]
  const hashes = read.flatMap((written) => (written instanceof Failure ? [] : hashOf(written)))
  const payees = await beneficiariesByDetails(reader, hashes)
  return read.map((written, place) => {
    if (written instanceof Failure) return written
    const [payee] = hashOf(written).flatMap((hash) => payees.get(hash) ?? [])
    if (payee === undefined) return { written, payee }
    const saved = beneficiaryEntry(reader, payee)
    return caught(() => ({ written: readUnfinishedPayout(reader, rows[place]?.entry ?? {}, saved), payee }))
  })
}

function unfinishedToAssess({ written, payee }: UnfinishedRow): PayoutToAssess {
  const named = payee && { beneficiary_id: payee.id, beneficiary_version: payee.version }
  return { written, beneficiaryId: payee?.id, payout: undefined, named }
}

function nameIn(reader: Reader, payee: NonNullable<UnfinishedRow['payee']>): string {
  return payeeName(beneficiaryEntry(reader, payee), reader.fields)
}
