import { compareAmounts, sumOf } from '#shared/payout/totals.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import type { Actor } from '../people/member.ts'
import type { PaidEntry } from '../search/payee-terms.ts'
import type { Reader } from '../store/store.ts'
import { auditedMoney, auditedPayment } from './audited-payees.ts'
import { dayBefore, sumsOfBatches } from './need-of-payout.ts'

/** What the limits of a person count where they approve a payout; 'unknown' where something that counts was changed past the app. */
export interface ApprovalSums {
  /** What they approved to its payee within a day, the payout with it; no less than what its batch sends there. The payout alone for who has no limit of that. */
  readonly toPayee: string | 'unknown'
  /** What they approved to all payees within a day in its currency, the payout with it. */
  readonly inAll: string | 'unknown'
}

type PayoutToApprove = Pick<PayoutRow, 'id' | 'batch_id'> & PaidEntry

type Approver = Pick<Actor, 'id' | 'approveUpTo' | 'approveUpToADay'>

/** The sums of payouts that people approve one after the other. */
export interface SumsOfApprovers {
  of(payout: PayoutToApprove, person: Approver): ApprovalSums
  /** Counts one that they have approved since. */
  add(payout: PayoutToApprove, person: Approver): void
}

/**
 * What the limits of people count, for many payouts at once: by the audit log, so that no approval is left out by changing rows. Nothing is looked
 * up where no limit counts it.
 */
export async function approvalSums(
  reader: Reader,
  people: readonly Approver[],
  payouts: readonly PayoutToApprove[],
): Promise<SumsOfApprovers> {
  const limited = payouts.filter(({ written }) => people.some((one) => hasLimit(one, written.entry.currencyCode)))
  // A limit of all that a person approves in a day asks for no payee.
  const isOfPayee = ({ written }: PayoutToApprove) =>
    people.some(({ approveUpTo }) => Object.hasOwn(approveUpTo, written.entry.currencyCode))
  const payments = new Map(
    limited.map((payout) => {
      const payment = isOfPayee(payout) ? auditedPayment(reader, payout) : { ...auditedMoney(payout), payees: [] }
      return [payout.id, payment] as const
    }),
  )
  const [sumOfBatch, before] = [
    await sumsOfBatches(reader, limited.filter(isOfPayee)),
    await approvedBefore(reader, people, [...payments.values()]),
  ]
  const since: (Payment & { readonly by: string })[] = []
  return {
    of(payout, person) {
      const { amount, currencyCode } = payout.written.entry
      const payment = payments.get(payout.id)
      if (payment === undefined || !hasLimit(person, currencyCode)) return { toPayee: amount, inAll: amount }
      const own = since.filter((one) => one.by === person.id && one.currencyCode === currencyCode)
      const toPayees = payment.payees.map((payee) => {
        const now = own.filter(({ payees }) => payees.includes(payee)).map((one) => one.amount)
        return sumOf([amount, before.toPayee(payee, currencyCode, person), ...now])
      })
      return {
        toPayee: largest([amount, ...toPayees, sumOfBatch(payout) ?? amount]),
        inAll: sumOf([amount, before.inAll(currencyCode, person), ...own.map((one) => one.amount)]),
      }
    },
    add({ id }, { id: by }) {
      const payment = payments.get(id)
      if (payment !== undefined) since.push({ ...payment, by })
    },
  }
}

type Payment = ReturnType<typeof auditedPayment>

/** Whether what a person approves in a currency is limited. */
export function hasLimit({ approveUpTo, approveUpToADay }: Approver, currencyCode: string): boolean {
  return Object.hasOwn(approveUpTo, currencyCode) || Object.hasOwn(approveUpToADay, currencyCode)
}

/** What the audit log has of the approvals of people. */
async function approvedBefore(reader: Reader, people: readonly Approver[], payments: readonly Payment[]) {
  const since = dayBefore(reader)
  const paying =
    payments.length === 0 ? [] : await reader.payoutsPaying([...new Set(payments.flatMap(({ payees }) => payees))])
  const sums = new Map<string, string>()
  for (const currencyCode of new Set(payments.map((one) => one.currencyCode)))
    for (const { id } of people.filter(({ approveUpToADay }) => Object.hasOwn(approveUpToADay, currencyCode)))
      sums.set(`${id} ${currencyCode}`, await reader.approvedBy({ personId: id, currencyCode, since }))
  return {
    toPayee: (payee: string, currencyCode: string, { id }: Approver) =>
      sumOf(
        paying
          .filter((one) => one.currencyCode === currencyCode && one.payees.includes(payee))
          .filter(({ approvals }) => approvals.some(({ by, at }) => by === id && at >= since))
          .map(({ amount }) => amount),
      ),
    inAll: (currencyCode: string, { id }: Approver) => sums.get(`${id} ${currencyCode}`) ?? '0',
  }
}

function largest(sums: readonly (string | 'unknown')[]): string | 'unknown' {
  if (sums.includes('unknown')) return 'unknown'
  return sums.reduce((one, other) => (compareAmounts(other, one) > 0 ? other : one))
}
