import * as z from 'zod/mini'
import { type Issue, type ReceivedIssue, warningId } from '#shared/api/issue.ts'
import { isIssueCode } from '#shared/api/issue-codes.ts'
import type { RevealedPayout } from '#shared/api/payout.ts'
import type { Person } from '#shared/api/session.ts'
import { gradeOf, type ShownConfirmation } from '#shared/api/warning.ts'
import { payoutEntry } from '../entry/entry-columns.ts'
import { maskedIssue, secretsIn } from '../entry/masked.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { type Confirmation, savedConfirmations } from '../payout-state/confirmations.ts'
import { personNames } from '../people/people-rows.ts'
import { issueOnWire, warningOnWire } from '../problems/english-texts.ts'
import type { Reader } from '../store/store.ts'

/**
 * The current warnings of a payout, decrypted, with who confirmed each.
 * @param told a warning as the person may be told it
 */
export async function standingWarnings(
  reader: Reader,
  row: PayoutRow,
  warnings: readonly Issue[],
  told: (warning: Issue) => Issue,
): Promise<RevealedPayout['warnings']> {
  const confirmations = savedConfirmations(reader, row)
  const personOf = await peopleIn(reader, confirmations)
  return warnings.map((warning) => {
    const own = confirmations.filter((one) => one.warningId === warningId(warning))
    const entered = own.find(({ isReview }) => isReview !== true)
    return {
      ...warningOnWire(told(warning)),
      reason: entered?.reason ?? null,
      confirmedBy: entered === undefined ? null : personOf(entered.by),
      confirmedAt: entered?.at ?? null,
      reviews: own.filter(({ isReview }) => isReview === true).map((review) => signature(review, personOf)),
    }
  })
}

/** What was confirmed with a payout, the secrets in it by their ends: for everyone who may see the payout. */
export async function shownConfirmations(reader: Reader, row: PayoutRow): Promise<ShownConfirmation[]> {
  const confirmations = savedConfirmations(reader, row)
  if (confirmations.length === 0) return []
  const personOf = await peopleIn(reader, confirmations)
  const secrets = secretsIn(payoutEntry(reader, row), reader.fields)
  return confirmations.map((confirmation) => {
    const warning = warningOf(confirmation)
    const { code } = warning
    const shown = isIssueCode(code)
      ? issueOnWire(maskedIssue({ ...warning, code }, secrets))
      : { ...warning, detail: '' }
    const isReview = confirmation.isReview === true
    return { ...shown, id: warningId(shown), grade: gradeOf(warning), ...signature(confirmation, personOf), isReview }
  })
}

function signature({ by, at, reason }: Confirmation, personOf: (id: string) => Person) {
  return { by: personOf(by), at, reason: reason ?? null }
}

function peopleIn({ db }: Reader, confirmations: readonly Confirmation[]) {
  return personNames(
    db,
    confirmations.map(({ by }) => by),
  )
}

/** The id is all that is known of a warning that was confirmed before grades existed. */
function warningOf({ warning, warningId: id }: Confirmation): Pick<ReceivedIssue, 'field' | 'code' | 'params'> {
  if (warning !== undefined) return warning
  const named = namedSchema.safeParse(JSON.parse(id))
  return named.success ? { field: named.data[0], code: named.data[1], params: {} } : { field: '', code: '', params: {} }
}

const namedSchema = z.tuple([z.string(), z.string()], z.unknown())
