import { detailsHash } from '../entry/details.ts'
import { findPayouts, type PayoutRow } from '../entry/payout-rows.ts'
import { comparedTerms, type PaidEntry, payeeTerms } from '../search/payee-terms.ts'
import type { PaidTo, PaymentToCompare } from '../store/audit/paid-before.ts'
import type { PayoutUnderWay } from '../store/audit/payouts-under-way.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Reader } from '../store/store.ts'

/*
 * Whom payouts pay, as the audit log has it: so that none is left out of a sum by changing what it is found by.
 */

/** What the audit log has of a payout that is sent to review: whom it pays, as keyed hashes that are used for nothing else, and how much. */
export function auditedPayment(reader: Reader, paid: PaidEntry) {
  return { payees: payeeTerms(reader, paid).map((term) => markOf(reader, term)), ...auditedMoney(paid) }
}

/** The same without whom it pays. Tests move no money. */
export function auditedMoney({ written: { entry } }: PaidEntry) {
  const { amount, currencyCode, testMode } = entry
  return { amount: testMode === true ? '0' : amount, currencyCode }
}

/**
 * What the audit log has of a payout that is exported, or whose export is undone: the details of its beneficiary, and the destinations of its person,
 * by the document, by the name, and by the name of one without a document. Nothing for a test, which moves no money.
 */
export function auditedPaid(reader: Reader, paid: PaidEntry): readonly PaidTo[] {
  if (paid.written.entry.testMode === true) return []
  const { documents, name, destinations } = comparedTerms(reader, paid)
  const people = [...(documents.length === 0 ? [withoutDocument(name)] : documents), name]
  const to = destinations.map((one) => markOf(reader, one))
  return [detailsOf(reader, paid), ...people.map((one) => [markOf(reader, one), ...to])]
}

/** Whether a payout goes to other details than the last to its beneficiary, or to another destination than any to its person; by the audit log. */
export function goesElsewhere(reader: Reader, paid: PaidEntry): Promise<boolean> {
  const { documents, name, destinations } = comparedTerms(reader, paid)
  const people = documents.length === 0 ? [name] : [...documents, withoutDocument(name)]
  const to = destinations.map((one) => markOf(reader, one))
  const payment: PaymentToCompare = {
    details: detailsOf(reader, paid),
    people: people.map((one) => [markOf(reader, one), ...to]),
  }
  return reader.paidOther(payment)
}

function withoutDocument(name: string): string {
  return `${name} without a document`
}

function detailsOf(reader: Reader, { written, beneficiaryId }: PaidEntry): PaidTo {
  return [`details of ${beneficiaryId}`, detailsHash(reader, written.reading.request)].map((one) => markOf(reader, one))
}

/** Of a search term; 96 bits are enough for no two to be the same. */
function markOf({ encryption }: Reader, term: string): string {
  return encryption.hash('audited payee', term).slice(0, 16)
}

interface RowsUnderWay {
  /** Undefined where one of them is missing, was changed past the app, or is older than the audit log knows it. */
  rowsOf(term: string): readonly PayoutRow[] | undefined
  /** Those in an export that was made since a time, or is being prepared still, whenever they were marked for it. */
  goOutAfter(since: string): ReadonlySet<string>
}

/**
 * By each term the rows of all payouts to that payee that the audit log has under way, or exported within a day.
 * @param found rows that were read already, which are not read again
 */
export async function rowsUnderWay(
  reader: Reader,
  terms: readonly string[],
  found: readonly PayoutRow[],
): Promise<RowsUnderWay> {
  const underWay = await reader.payoutsPaying(terms.map((term) => markOf(reader, term)))
  const known = new Map(found.map((row) => [row.id, row]))
  const unread = underWay.filter(({ id }) => !known.has(id)).map(({ id }) => id)
  const rows = new Map([...known, ...(await findPayouts(reader.db, unread)).map((row) => [row.id, row] as const)])
  const newest = new Map(underWay.map((one) => [one, newestOf(reader, one, rows.get(one.id))]))
  const isAfter = ({ preparedIn, exportedAt }: PayoutUnderWay, since: string) =>
    preparedIn !== null || (exportedAt !== null && exportedAt >= since)
  return {
    rowsOf(term) {
      const mark = markOf(reader, term)
      const meant = underWay.filter(({ payees }) => payees.includes(mark)).map((one) => newest.get(one))
      const sound = meant.filter((row) => row !== undefined)
      return sound.length < meant.length ? undefined : sound
    },
    goOutAfter: (since) => new Set(underWay.filter((one) => isAfter(one, since)).map(({ id }) => id)),
  }
}

/** The row, where it is as new as its entries. What shares the transaction may have written a newer one; an erasure counts up once more. */
function newestOf(
  { encryption }: Reader,
  { version }: PayoutUnderWay,
  row: PayoutRow | undefined,
): PayoutRow | undefined {
  if (row === undefined || !isIntact(encryption, 'payouts', row)) return undefined
  return row.version < version + (row.erased_at === null ? 0 : 1) ? undefined : row
}
