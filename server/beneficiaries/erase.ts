import type { Person } from '#shared/api/person.ts'
import { Failure } from '../failure.ts'
import { deleteDrafts, eraseRows, openPayouts } from '../store/erase-rows.ts'
import { draftsAbout, payoutsTo } from '../store/person-file.ts'
import { searchWords } from '../store/search-words.ts'
import type { Transaction } from '../store/store.ts'
import { currentRow, type Version } from './book.ts'
import type { BookParts } from './book-parts.ts'
import { erasedName } from './present.ts'

/**
 * Erases a person: from the book, from what each payout keeps of them, from unfinished forms. What the books and the record need stays: ids,
 * amounts, dates, states, references. Answers that are kept under a key hold no more than that.
 * @throws Failure NOT_FOUND, ERASED, VERSION_CONFLICT, and OPEN_PAYOUTS while something is to be paid to them
 */
export async function eraseBeneficiary(
  tx: Transaction,
  { sealing, clock }: BookParts,
  person: Person,
  version: Version,
): Promise<Version> {
  const { id } = version
  await currentRow(tx, version)
  const open = await openPayouts(tx.db, id)
  if (open.length > 0) throw stillOpen(open)
  const payouts = (await payoutsTo(tx.db, id)).map((payout) => payout.id)
  const drafts = await draftsAbout(tx.db, sealing, [id, ...payouts])
  await deleteDrafts(
    tx.db,
    drafts.map((draft) => draft.id),
  )
  const nameKey = searchWords(erasedName).join(' ')
  await eraseRows(tx.db, { id, personId: person.id, at: clock.date().toISOString(), nameKey })
  await tx.record({
    personId: person.id,
    action: 'beneficiary.erased',
    thing: { type: 'beneficiary', id },
    facts: { payouts: payouts.length },
  })
  return { id, version: version.version + 1 }
}

function stillOpen(ids: readonly string[]): Failure {
  const detail = 'Payouts to this beneficiary are in review or approved. Return or export them first.'
  return new Failure('OPEN_PAYOUTS', detail, { ids })
}
