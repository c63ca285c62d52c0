import { twinTerms } from '../beneficiaries/beneficiary-warnings.ts'
import { type BeneficiaryRow, findBeneficiaries } from '../entry/beneficiary-rows.ts'
import { beneficiaryValues } from '../entry/entry-columns.ts'
import { type EntryWithReading, readSaved } from '../entry/written-entry.ts'
import { numberKey } from '../search/search-terms.ts'
import { findTermHolders } from '../search/term-holders.ts'
import type { Reader } from '../store/store.ts'

/**
 * Finds which of these entries have no number that the person did not type into a saved beneficiary before: what is known of such numbers they were
 * told then. Of any other number, an answer would let them find out by trying.
 */
export async function knownNumbersAmong(
  reader: Reader,
  personId: string,
  entries: readonly EntryWithReading[],
): Promise<(written: EntryWithReading) => boolean> {
  const terms = entries.flatMap((written) => twinTerms(reader.encryption, written))
  const holders = (await findTermHolders(reader.db, terms)).of([...new Set(terms)], undefined)
  const rows = await findBeneficiaries(
    reader.db,
    holders.map(({ id }) => id),
  )
  const known = new Set(rows.flatMap((row) => keysOf(reader, typedPart(reader, personId, row))))
  return (written) => keysOf(reader, written).every((key) => known.has(key))
}

/** What of a saved beneficiary the person typed: other secrets are left out. */
function typedPart(reader: Reader, personId: string, row: BeneficiaryRow): EntryWithReading {
  const { entry, typedBy } = beneficiaryValues(reader, row)
  const isTyped = (name: string) => reader.fields[name]?.isSecret !== true || typedBy[personId]?.includes(name) === true
  const { reading } = readSaved(reader, entry, 'beneficiary')
  const typed = Object.entries(reading.request).filter(([name]) => isTyped(name))
  return { entry, reading: { ...reading, request: Object.fromEntries(typed) } }
}

function keysOf({ encryption, fields }: Reader, written: EntryWithReading): readonly string[] {
  const numbers = Object.entries(written.reading.request).filter(([name]) => fields[name]?.search === 'number')
  return [...twinTerms(encryption, written), ...numbers.map(([name, value]) => `${name} ${numberKey(String(value))}`)]
}
