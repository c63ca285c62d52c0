import type { Request, Response } from 'express'
import type { AppDeps } from '../app-deps.ts'
import { idempotencyKeyOf } from '../http/idempotency-key.ts'
import { personIfAny, personOf } from '../http/person.ts'
import { requestIdOf } from '../http/request-id.ts'
import { requireSubject } from '../validations/saved-validations.ts'
import { type Asker, ownKey } from '../validations/validations.ts'

/** Who asks for a validation, and under which key. */
export function askerOf(request: Request, response: Response): Asker {
  const key = idempotencyKeyOf(request)
  const personId = personIfAny(response)?.id
  return { requestId: requestIdOf(response), key: key && ownKey(personId, key), personId }
}

/**
 * A check that goes to a beneficiary's record is asked by a person, and for a beneficiary of the book.
 * @throws Failure SIGN_IN_REQUIRED, FIELDS_INVALID
 */
export async function allowSubject(
  response: Response,
  { store }: Pick<AppDeps, 'store'>,
  { beneficiaryId }: { readonly beneficiaryId?: string },
): Promise<void> {
  if (beneficiaryId === undefined) return
  personOf(response)
  await requireSubject(store, beneficiaryId)
}
