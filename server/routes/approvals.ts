import { approvalSignatureSchema, passkeyAssertionSchema, requestCeremonySchema } from '#shared/api/accounts.ts'
import { approvedListSchema } from '#shared/api/batch-review.ts'
import { beginSigning, keepSignature } from '../accounts/approval-signatures.ts'
import type { AccountDeps } from '../accounts/credentials.ts'
import { named, type Route, route } from '../http/route.ts'
import { keepingTrail } from '../people/sign-in-trail.ts'
import type { AppDeps } from './app-deps.ts'
import { originOf } from './proofs.ts'

/** Signing approvals with a passkey. */
export function approvalRoutes(deps: AppDeps & AccountDeps): readonly Route[] {
  const address = { method: 'post', permission: 'sign' } as const
  return [
    route({
      ...address,
      path: '/api/approvals/challenge',
      body: named('ApprovedList', approvedListSchema),
      answer: named('PasskeyRequest', requestCeremonySchema),
      problems: ['NOT_FOUND'],
      summary:
        'Begins to sign the approval of a list of one or more payouts, identified by the root of its tree of hashes. Not found for a person without a passkey.',
      handle: async ({ person, body }) => ({ body: await beginSigning(deps, person, body) }),
    }),
    route({
      ...address,
      path: '/api/approvals/signature',
      body: named('PasskeyAssertion', passkeyAssertionSchema),
      answer: named('ApprovalSignature', approvalSignatureSchema),
      problems: ['CEREMONY_EXPIRED', 'SIGN_IN_FAILED'],
      summary:
        'Saves the signature for the approvals that name it within five minutes. It also confirms your identity: the session continues under another cookie.',
      handle: async ({ person, sessionToken, body, ...given }) => {
        const attempt = { ...originOf(given), kind: 'proof', person } as const
        const { signatureId, token } = await keepingTrail(deps.store, attempt, () =>
          keepSignature(deps, body, { person, sessionToken }),
        )
        return { body: { signatureId }, sessionToken: token }
      },
    }),
  ]
}
