import { setImmediate as turn } from 'node:timers/promises'
import type { BatchChecks, CheckedRows } from '#shared/api/batch-rows.ts'
import type { Person } from '#shared/api/session.ts'
import { twinTerms, warningsOfSaving } from '../beneficiaries/beneficiary-warnings.ts'
import { noSuchBeneficiary, requireCurrent } from '../beneficiaries/save-beneficiary.ts'
import type { BeneficiaryRow } from '../entry/beneficiary-rows.ts'
import { detailsHash } from '../entry/details.ts'
import { beneficiaryEntry } from '../entry/entry-columns.ts'
import { type FilledInEntry, readUnfinishedFilledIn } from '../entry/filled-in.ts'
import { maskedIssue } from '../entry/masked.ts'
import { caught, Failure } from '../kernel/failure.ts'
import { factsFor, type PayoutToAssess } from '../payouts/facts.ts'
import { beneficiariesByDetails, beneficiariesByName } from '../payouts/read-payouts.ts'
import { warningsByRules, warningsOf } from '../payouts/warnings.ts'
import { warningOnWire } from '../problems/english-texts.ts'
import { itemProblem } from '../problems/problem-for.ts'
import { payeeName } from '../search/search-terms.ts'
import { findTermHolders } from '../search/term-holders.ts'
import type { Reader } from '../store/store.ts'
import { knownNumbersAmong } from './known-numbers.ts'

/** Looked up together; then others have their turn. */
const atOnce = 25

type CheckedRow = CheckedRows['rows'][number]

/**
 * What only the server knows of rows that are being corrected: whom they pay, and which warnings saving each would raise. Nothing is written. A row
 * with a number that the person has not saved before is compared with what is saved when it is saved itself.
 */
export async function checkRows(
  reader: Reader,
  { id }: Pick<Person, 'id'>,
  { rows, makes }: BatchChecks,
): Promise<CheckedRows> {
  const checked: CheckedRow[] = []
  const check = makes === 'beneficiaries' ? checkBeneficiaries : checkGroup
  for (let from = 0; from < rows.length; from += atOnce) {
    checked.push(...(await check(reader, id, rows.slice(from, from + atOnce))))
    await turn()
  }
  return { rows: checked }
}

async function checkGroup(reader: Reader, personId: string, rows: BatchChecks['rows']): Promise<readonly CheckedRow[]> {
  const read = await readRows(reader, personId, rows)
  const facts = await factsFor(
    reader,
    read.flatMap((one, place) =>
      one instanceof Failure || !one.isCompared ? [] : unfinishedToAssess(one, rows[place]?.replaces),
    ),
  )
  return rows.map(({ row, replaces }, place) => {
    const one = read[place]
    if (one === undefined || one instanceof Failure) return unread(row, one)
    const { written, payee, isCompared } = one
    const all = isCompared
      ? warningsOf(reader, facts, unfinishedToAssess(one, replaces))
      : warningsByRules(reader, facts, written)
    const warnings = all.map((warning) => maskedIssue(warning, written.secrets))
    return {
      row,
      beneficiary: beneficiaryIn(reader, payee),
      isCompared,
      warnings: warnings.map(warningOnWire),
    }
  })
}

/** Of rows that make beneficiaries: who is saved with exactly these details stays as they are, and is warned of. */
async function checkBeneficiaries(
  reader: Reader,
  personId: string,
  rows: BatchChecks['rows'],
): Promise<readonly CheckedRow[]> {
  const read = rows.map(({ entry }) => caught(() => readUnfinishedFilledIn(reader, entry, undefined, 'beneficiary')))
  const sound = read.flatMap((written) => (written instanceof Failure ? [] : written))
  const isKnown = await knownNumbersAmong(reader, personId, sound)
  const compared = sound.filter(isKnown)
  const holders = await findTermHolders(
    reader.db,
    compared.flatMap((written) => twinTerms(reader.encryption, written)),
  )
  const hashOf = ({ reading }: FilledInEntry) => detailsHash(reader, reading.request)
  const saved = await beneficiariesByDetails(reader, compared.map(hashOf))
  return rows.map(({ row }, place) => {
    const written = read[place]
    if (written === undefined || written instanceof Failure) return unread(row, written)
    const isCompared = isKnown(written)
    const same = isCompared ? saved.get(hashOf(written)) : undefined
    const warnings = warningsOfSaving(reader, isCompared ? holders : nobody, written, undefined)
    return { row, beneficiary: beneficiaryIn(reader, same), isCompared, warnings: warnings.map(warningOnWire) }
  })
}

const nobody = { of: () => [] }

function unread(row: number, why: Failure | undefined): CheckedRow {
  return { row, beneficiary: null, isCompared: false, warnings: [], ...(why && { problem: itemProblem(why) }) }
}

/** The unfinished payout of a row, with the beneficiary whom it names, or who is saved with exactly its details. */
interface UnfinishedRow {
  readonly written: FilledInEntry
  readonly payee: BeneficiaryRow | undefined
  readonly isCompared: boolean
  /** Whether other details than the saved ones are to become these. */
  readonly isChange: boolean
}

/** Each as far as it can be read; why not, for what no form holds. */
async function readRows(
  reader: Reader,
  personId: string,
  rows: BatchChecks['rows'],
): Promise<readonly (UnfinishedRow | Failure)[]> {
  const named = await beneficiariesByName(
    reader,
    rows.flatMap(({ beneficiary }) => beneficiary ?? []),
  )
  const read = rows.map(({ entry, beneficiary }) =>
    caught(() => {
      const payee = beneficiary && namedIn(named, beneficiary)
      const saved = payee && beneficiaryEntry(reader, payee)
      return { payee, ...readUnfinishedFilledIn(reader, entry, saved) }
    }),
  )
  const sound = read.flatMap((written) => (written instanceof Failure ? [] : written))
  const isKnown = await knownNumbersAmong(reader, personId, sound)
  const hashOf = (written: FilledInEntry) =>
    written.reading.errors.length > 0 || !isKnown(written) ? [] : [detailsHash(reader, written.reading.request)]
  const payees = await beneficiariesByDetails(reader, sound.flatMap(hashOf))
  return read.map((written, place) => {
    if (written instanceof Failure) return written
    const { entry = {}, beneficiary } = rows[place] ?? {}
    if (written.payee !== undefined) {
      // What is filled in is no guess at a number.
      const isCompared = isKnown(written) || !Object.keys(entry).some((name) => reader.fields[name]?.isSecret)
      return { written, payee: written.payee, isCompared, isChange: beneficiary?.once !== true }
    }
    const [payee] = hashOf(written).flatMap((hash) => payees.get(hash) ?? [])
    const same = { payee, isCompared: isKnown(written), isChange: false }
    if (payee === undefined) return { written, ...same }
    return caught(() => ({ written: readUnfinishedFilledIn(reader, entry, beneficiaryEntry(reader, payee)), ...same }))
  })
}

type RowBeneficiary = NonNullable<BatchChecks['rows'][number]['beneficiary']>

function namedIn(named: (one: RowBeneficiary) => BeneficiaryRow | undefined, one: RowBeneficiary): BeneficiaryRow {
  const row = named(one)
  if (row === undefined) throw noSuchBeneficiary()
  return requireCurrent(row, 'externalId' in one ? row : one)
}

function unfinishedToAssess(
  { written, payee, isChange }: UnfinishedRow,
  replacedId: string | undefined,
): PayoutToAssess {
  const named = payee && !isChange ? { beneficiary_id: payee.id, beneficiary_version: payee.version } : undefined
  return { written, beneficiaryId: payee?.id, payout: undefined, named, replacedId }
}

function beneficiaryIn(reader: Reader, payee: BeneficiaryRow | undefined): CheckedRow['beneficiary'] {
  if (payee === undefined) return null
  return { id: payee.id, version: payee.version, name: payeeName(beneficiaryEntry(reader, payee), reader.fields) }
}
