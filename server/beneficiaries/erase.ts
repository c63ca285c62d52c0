import type { Person } from '#shared/api/person.ts'
import { Failure } from '../failure.ts'
import { isOwnReference, newReference } from '../payouts/references.ts'
import { deleteDrafts, eraseRows, openPayouts, replaceReference } from '../store/erase-rows.ts'
import { deletePayout, type PayoutRow } from '../store/payout-rows.ts'
import { draftsAbout, payoutsTo } from '../store/person-file.ts'
import { searchWords } from '../store/search-words.ts'
import type { Transaction } from '../store/store.ts'
import type { BeneficiaryDeps } from './beneficiary-deps.ts'
import { erasedName } from './present.ts'
import { currentRow, type Version } from './save-beneficiary.ts'

/**
 * Erases a person: from the book, from what each exported payout keeps of them, from unfinished forms. What the books and the record need
 * stays: ids, amounts, dates, states, and the references that the app made; one that was typed may name the person, so another takes its
 * place. Payouts that were never exported go. Answers that are kept under a key hold no more than ids.
 * @throws Failure NOT_FOUND, ERASED, VERSION_CONFLICT, and OPEN_PAYOUTS while something is to be paid to them
 */
export async function eraseBeneficiary(
  tx: Transaction,
  { encryption, clock }: BeneficiaryDeps,
  person: Person,
  version: Version,
): Promise<Version> {
  const { id } = version
  await currentRow(tx, version)
  const open = await openPayouts(tx.db, id)
  if (open.length > 0) throw stillOpen(open)
  const drafts = await draftsAbout(tx.db, encryption, id)
  await deleteDrafts(
    tx.db,
    drafts.map((draft) => draft.id),
  )
  const payouts = await payoutsTo(tx.db, id)
  const [exported, others] = [payouts.filter(isExported), payouts.filter((payout) => !isExported(payout))]
  for (const payout of others) await removeNeverSent(tx, person, payout)
  for (const payout of exported.filter(hasTypedReference))
    await replaceReference(tx.db, payout.id, await newReference(tx.db))
  const nameKey = searchWords(erasedName).join(' ')
  await eraseRows(tx.db, { id, personId: person.id, at: clock.date().toISOString(), nameKey })
  await tx.record({
    personId: person.id,
    action: 'beneficiary.erased',
    thing: { type: 'beneficiary', id },
    facts: { payouts: exported.length },
  })
  return { id, version: version.version + 1 }
}

function isExported({ exported_at }: PayoutRow): boolean {
  return exported_at !== null
}

function hasTypedReference({ external_reference }: PayoutRow): boolean {
  return !isOwnReference(external_reference)
}

/** Nobody could work with it any more, nor delete it. */
async function removeNeverSent(tx: Transaction, person: Person, { id }: PayoutRow): Promise<void> {
  await tx.record({ personId: person.id, action: 'payout.deleted', thing: { type: 'payout', id } })
  await deletePayout(tx.db, id)
}

function stillOpen(ids: readonly string[]): Failure {
  const detail = 'Payouts to this beneficiary are in review or approved. Return or export them first.'
  return new Failure('OPEN_PAYOUTS', detail, { ids })
}
