import { leavesOf, rootOf } from '#shared/api/approved-list.ts'
import type { ApprovalWrite } from '#shared/api/batch-review.ts'
import { issueOn, warningId } from '#shared/api/issue.ts'
import { findPayouts } from '../entry/payout-rows.ts'
import { addExportJob } from '../exports/export-kind.ts'
import { beginExport } from '../exports/make-export.ts'
import { Failure } from '../kernel/failure.ts'
import { actOf, beginApproval, hashAll, takePart } from '../lists/approval-job.ts'
import { resumeListJob } from '../lists/own-lists.ts'
import { startApproval } from '../lists/run-approval.ts'
import { writtenPayout } from '../payout-state/saved-payout.ts'
import { savePayouts } from '../payouts/save-payouts.ts'
import { rowToAssess, warningsHash, warningsOfOne } from '../payouts/warnings.ts'
import { type Member, memberIn } from '../people/member.ts'
import { personNamed, readName } from '../people/people.ts'
import { findPerson } from '../people/people-rows.ts'
import type { Store } from '../store/store.ts'
import { souza } from './beneficiaries.ts'
import { nthPerson } from './many-beneficiaries.ts'

/** An act of approval over payouts, with its whole list; it was not let go on yet. */
export async function givenAct(store: Store, person: Member, ids: readonly string[]): Promise<string> {
  const listed: ApprovalWrite['payouts'] = []
  for (const row of await findPayouts(store.db, ids)) {
    const warnings = await warningsOfOne(store, rowToAssess(row, writtenPayout(store, row)))
    const { id, version, request_hash: requestHash } = row
    const hash = warningsHash(store.encryption, id, warnings)
    const confirmedKinds = [...new Set(warnings.map(({ code }) => code))]
    listed.push({ id, version, requestHash, warningsHash: hash, confirmedKinds })
  }
  const root = await rootOf(await leavesOf(listed, hashAll), hashAll)
  const id = await store.write((tx) => beginApproval(tx, 'local', person, { root, count: listed.length }))
  await store.write((tx) => takePart(tx, person, id, { from: 0, payouts: listed }))
  return id
}

/** A person who signs in by name, as a member. */
export async function memberNamed(store: Store, name: string): Promise<Member> {
  const { id } = await store.write((tx) => personNamed(tx, readName(name)))
  const row = await findPerson(store.db, id)
  const member = row && memberIn(store, 'local', row)
  if (member === undefined) throw new Error(`${name} is not there.`)
  return member
}

let saved = 0

/**
 * The ids of so many payouts that a clerk has sent to review together, with a warning each. Each is to another person: those who have much in common
 * are compared with each other.
 */
export async function payoutsToReview(store: Store, clerk: Member, count: number): Promise<readonly string[]> {
  const payouts = Array.from({ length: count }, () => {
    saved += 1
    const { beneficiaryFirstName, beneficiaryLastName, ...person } = nthPerson(saved)
    const documentNumber = person.documentNumber.padEnd(11, '0')
    const payee = souza({ beneficiaryFirstName, beneficiaryLastName, documentNumber })
    const entry = { ...payee, accountNumber: `${80_000 + saved}-1`, amount: '10' }
    const wrong = { label: { id: 'document.cpf' }, value: documentNumber, standard: 'cpf', lacking: 'last' } as const
    const confirmed = [{ warningId: warningId(issueOn('documentNumber', 'check_digit', wrong)) }]
    return { write: { entry, confirmed, submit: true } }
  })
  const rows = await store.write((tx) => savePayouts(tx, clerk, payouts))
  return rows.map((row) => {
    if (row instanceof Failure) throw row
    return row.id
  })
}

/** Lets an act go on, which no runner takes up yet. */
export async function letGoOn(store: Store, person: Member, id: string): Promise<void> {
  await store.write(async (tx) => {
    const act = await actOf(tx, person, id)
    if (act.state === 'collecting') await startApproval(tx, act)
  })
  await resumeListJob(store, person, id)
}

/** An export of payouts by a job that is still to begin; answers the id of both. */
export function exportJob(store: Store, by: Member, payoutIds: readonly string[], again = false): Promise<string> {
  return store.write(async (tx) => {
    const wanted = { payoutIds, format: 'json', again } as const
    const id = await beginExport(tx, by, wanted)
    await addExportJob(tx, by, id, wanted, null)
    return id
  })
}
