import type { AmountLimit } from '#shared/api/amount-limit.ts'
import { issueOn } from '#shared/api/issue.ts'
import type { Person } from '#shared/api/session.ts'
import { decimalsOf } from '#shared/countries/rule-book.ts'
import { readAmount } from '#shared/payout/amount.ts'
import { Failure } from '../kernel/failure.ts'
import { personNames } from '../people/people-rows.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { allAmountLimits, deleteAmountLimit, findAmountLimit, putAmountLimit } from './amount-limit-rows.ts'

/* Above which amount the merchant wants a payout looked at again. A limit warns and never refuses: an error would be met by two payouts. */

export async function listAmountLimits({ db }: Reader): Promise<readonly AmountLimit[]> {
  const rows = await allAmountLimits(db)
  const personOf = await personNames(
    db,
    rows.map(({ updated_by }) => updated_by),
  )
  return rows.map(({ currency_code, amount, updated_at, updated_by }) => ({
    currencyCode: currency_code,
    amount,
    updatedAt: updated_at,
    updatedBy: personOf(updated_by),
  }))
}

/**
 * Sets or removes the limit of a currency. Of two changes at the same time the last one counts, and the audit log has both.
 * @throws Failure NOT_FOUND for a currency in which no one is paid, FIELDS_INVALID
 */
export async function setAmountLimit(
  tx: Transaction,
  person: Person,
  currencyCode: string,
  typed: string,
): Promise<void> {
  if (decimalsOf(currencyCode) === undefined) throw new Failure('NOT_FOUND')
  const amount = typed.trim() === '' ? undefined : readLimit(typed, currencyCode)
  const before = (await findAmountLimit(tx.db, currencyCode))?.amount
  if (amount === before) return
  if (amount === undefined) await deleteAmountLimit(tx.db, currencyCode)
  else
    await putAmountLimit(tx.db, {
      currency_code: currencyCode,
      amount,
      updated_at: tx.now().toISOString(),
      updated_by: person.id,
    })
  const action = amount === undefined ? 'limit.removed' : 'limit.set'
  const facts = { ...(amount && { name: amount }), ...(before && { before }) }
  await tx.audit({ personId: person.id, action, thing: { type: 'currency', id: currencyCode }, facts })
}

/** As a person types it: 1.000 is asked back. */
function readLimit(typed: string, currencyCode: string): string {
  const reading = readAmount(typed, currencyCode)
  if (!reading.ok) throw new Failure('FIELDS_INVALID', { errors: [{ field: 'amount', ...reading.error }] })
  if (!reading.looksGrouped) return reading.text
  throw new Failure('FIELDS_INVALID', { errors: [issueOn('amount', 'amount_looks_grouped', { value: reading.text })] })
}
