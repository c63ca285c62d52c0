import { type Issue, issueOn } from '#shared/api/issue.ts'
import type { PersonWrite } from '#shared/api/people.ts'
import { decimalsOf } from '#shared/countries/rule-book.ts'
import { readAmount } from '#shared/payout/amount.ts'
import { compareAmounts } from '#shared/payout/totals.ts'
import { Failure } from '../kernel/failure.ts'

/** Up to which amounts a person may approve. */
type ApprovalLimits = Omit<PersonWrite, 'roles'>

/** @throws Failure FIELDS_INVALID with an error for each that is no amount of a currency */
export function readLimits(given: ApprovalLimits): ApprovalLimits {
  const errors: Issue[] = []
  const read = (within: keyof ApprovalLimits) =>
    Object.fromEntries(
      Object.entries(given[within]).flatMap(([currency, text]) => {
        const reading = readLimit(text, currency)
        if ('text' in reading) return [[currency, reading.text]]
        errors.push({ within, field: currency, ...reading.error })
        return []
      }),
    )
  const limits = { approveUpTo: read('approveUpTo'), approveUpToADay: read('approveUpToADay') }
  if (errors.length > 0) throw new Failure('FIELDS_INVALID', { errors })
  return limits
}

function readLimit(text: string, currency: string) {
  if (decimalsOf(currency) === undefined) return { error: issueOn(currency, 'wrong_value', { label: currency }) }
  const reading = readAmount(text, currency)
  if (!reading.ok) return { error: reading.error }
  if (reading.looksGrouped) return { error: issueOn(currency, 'amount_looks_grouped', { value: reading.text }) }
  return { text: reading.text }
}

/** Whether a person could approve more than before. */
export function areRaised(before: ApprovalLimits, after: ApprovalLimits): boolean {
  const isRaised = (name: keyof ApprovalLimits) =>
    Object.entries(before[name]).some(([currency, limit]) => {
      const next = after[name][currency]
      return next === undefined || compareAmounts(next, limit) > 0
    })
  return isRaised('approveUpTo') || isRaised('approveUpToADay')
}

/** The columns that keep them. */
export function limitColumns({ approveUpTo, approveUpToADay }: ApprovalLimits) {
  return { approve_up_to: JSON.stringify(approveUpTo), approve_up_to_a_day: JSON.stringify(approveUpToADay) }
}
