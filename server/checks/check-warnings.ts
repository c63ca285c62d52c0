import type { Details } from '#shared/api/details.ts'
import type { Remark } from '#shared/api/fault.ts'
import { reasonFor } from '#shared/api/reasons.ts'
import { type CheckRow, newestCheckThatRan } from '../store/check-rows.ts'
import type { Sealing } from '../store/sealing.ts'
import type { Transaction } from '../store/store.ts'
import { questionHash, questionsOf } from './question-hash.ts'

/**
 * What the checks of exactly these details raise against paying: an outcome that is not a plain match stands until a person
 * confirms it, or a newer check of the same matches. Test mode, which always matches, says nothing.
 */
export async function checkWarnings(
  db: Transaction['db'],
  { sealing }: { readonly sealing: Sealing },
  details: Details,
): Promise<readonly Remark[]> {
  const warnings: Remark[] = []
  for (const question of questionsOf(details)) {
    const check = await newestCheckThatRan(db, questionHash(sealing, question))
    if (check !== undefined && !isPlainMatch(check)) warnings.push(warningOf(check))
  }
  return warnings
}

function isPlainMatch({ outcome, reason }: CheckRow): boolean {
  return outcome === 'OK' && reason === null
}

/** The page makes the same key from the same outcome: see web/checks/check-warnings.ts. */
function warningOf(check: CheckRow): Remark {
  return {
    field: `check:${check.service}`,
    code: 'check_outcome',
    params: { correlationId: check.correlation_id ?? '' },
    detail: inWords(check),
  }
}

function inWords({ service, outcome, reason }: CheckRow): string {
  const known = reason === null ? undefined : reasonFor(service, reason)
  if (outcome === 'NOT_VALIDATED') {
    return `The ${service} check came to no result: nothing is known either way. Check again, or confirm without it.`
  }
  const verdict = outcome === 'OK' ? 'matches with a remark' : 'does not match'
  const said =
    known === undefined ? `The provider says: ${reason ?? 'no reason'}.` : `${known.meaning} ${known.nextStep}`
  return `The ${service} check ${verdict}. ${said}`
}
