import { warningId } from '#shared/api/issue.ts'
import type { Person } from '#shared/api/session.ts'
import { completeEntry, filledFields, type RawEntry } from '#shared/payout/entry.ts'
import { saveChange, saveNew, type Version } from '../beneficiaries/save-beneficiary.ts'
import { findBeneficiary } from '../entry/beneficiary-rows.ts'
import { beneficiaryEntry } from '../entry/entry-columns.ts'
import { findPayout, type PayoutRow } from '../entry/payout-rows.ts'
import { makeExport } from '../exports/make-export.ts'
import { Failure } from '../kernel/failure.ts'
import { approveOne } from '../lists/approval-job.ts'
import { returnPayouts, undoDecisions, withdrawPayouts } from '../payouts/act-on-payout.ts'
import { theOne } from '../payouts/move-together.ts'
import { revealPayout } from '../payouts/reveal-payout.ts'
import { editPayout, enterPayout } from '../payouts/save-payouts.ts'
import { submitPayouts } from '../payouts/submit-payouts.ts'
import type { Member } from '../people/member.ts'
import type { Store, Transaction } from '../store/store.ts'
import { writtenBeneficiary } from './beneficiaries.ts'
import { confirmedWithReason } from './payouts.ts'
import { memberOf } from './people.ts'

/** A member who may do everything, but for the given particulars. */
type Doer = Person & Partial<Member>

/** What people do with beneficiaries and payouts, past HTTP: each in a transaction of its own, and every warning confirmed. */
export function staffOf(store: Store) {
  const now = async (id: string) => {
    const row = await findPayout(store.db, id)
    if (row === undefined) throw new Error(`There is no payout ${id}.`)
    return row
  }
  return {
    save: (person: Doer, entry: RawEntry): Promise<Version> =>
      store.write((tx) => saveNew(tx, memberOf(person), writtenBeneficiary(tx, completeEntry(entry)))),
    change: (person: Doer, { id }: Pick<Version, 'id'>, changes: RawEntry): Promise<Version> =>
      store.write(async (tx) => {
        const row = await savedRow(tx, id)
        const entry = completeEntry({ ...filledFields(beneficiaryEntry(tx, row)), ...changes })
        return saveChange(tx, memberOf(person), { id, version: row.version }, writtenBeneficiary(tx, entry))
      }),
    /** Enters a payout to a saved beneficiary and sends it to review; `changes` are typed into its form. */
    pay: (person: Doer, { id }: Pick<Version, 'id'>, changes: RawEntry = {}): Promise<PayoutRow> =>
      confirmingAll((confirmed) =>
        store.write(async (tx) => {
          const { version } = await savedRow(tx, id)
          const entry = { amount: '10', ...changes }
          return enterPayout(tx, memberOf(person), { beneficiary: { id, version }, entry, confirmed, submit: true })
        }),
      ),
    /** Changes a payout to a saved beneficiary, and sends it to review. */
    edit: (person: Doer, id: string, changes: RawEntry): Promise<PayoutRow> =>
      confirmingAll(async (confirmed) => {
        const row = await now(id)
        return store.write((tx) =>
          editPayout(tx, memberOf(person), row, { entry: { amount: '11', ...changes }, confirmed, submit: true }),
        )
      }),
    /** Sends a payout to review, takes it back, or returns it. */
    move: async (person: Doer, act: keyof typeof moves, id: string): Promise<PayoutRow> => {
      const row = await now(id)
      return store.write(async (tx) => theOne(await moves[act](tx, memberOf(person), [row])))
    },
    /** Looks at a payout and approves what was shown. */
    approve: (person: Doer, id: string): Promise<PayoutRow> =>
      store.write(async (tx) => {
        const shown = await revealPayout(tx, memberOf(person), id)
        const confirmed = confirmedWithReason(shown.warnings)
        return approveOne(tx, 'local', memberOf(person), { id, version: shown.version }, { ...shown, confirmed })
      }),
    export: (person: Doer, id: string, again = false) =>
      store.write((tx) => makeExport(tx, memberOf(person), { payoutIds: [id], format: 'json', again })),
  }
}

const moves = {
  submit: submitPayouts,
  withdraw: withdrawPayouts,
  undo: undoDecisions,
  return: (tx: Transaction, person: Member, rows: readonly PayoutRow[]) =>
    returnPayouts(tx, person, rows, 'Please check.'),
} as const

type Confirmed = { readonly warningId: string }[]

/** Does again, with its warnings confirmed, what was refused for them. */
async function confirmingAll<Result>(save: (confirmed: Confirmed) => Promise<Result>): Promise<Result> {
  try {
    return await save([])
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'WARNINGS_UNCONFIRMED') throw error
    return save((error.particulars.warnings ?? []).map((warning) => ({ warningId: warningId(warning) })))
  }
}

async function savedRow({ db }: Transaction, id: string) {
  const row = await findBeneficiary(db, id)
  if (row === undefined) throw new Error(`There is no beneficiary ${id}.`)
  return row
}
