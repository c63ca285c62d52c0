import { approvalPolicySchema, policyProposalSchema } from '#shared/api/policy.ts'
import { proposalsSchema } from '#shared/api/proposals.ts'
import { named, type Route, route } from '../http/route.ts'
import { listProposals } from '../people-admin/list-proposals.ts'
import { findPolicy, proposePolicy } from '../policy/approval-policy.ts'
import type { AppDeps } from './app-deps.ts'

/** How many approvals payouts take, which two admins decide. */
export function policyRoutes(deps: Pick<AppDeps, 'store' | 'signIn'>): readonly Route[] {
  const { store, signIn } = deps
  return [
    route({
      method: 'get',
      path: '/api/approval-policy',
      permission: 'read',
      summary:
        'How many approvals payouts need by currency and amount, and what the app proposes until that is decided.',
      answer: named('ApprovalPolicy', approvalPolicySchema),
      problems: ['TAMPERED'],
      handle: async () => ({ body: await findPolicy(store, signIn) }),
    }),
    route({
      method: 'post',
      path: '/api/approval-policy/proposals',
      permission: 'manage',
      summary:
        'Proposes the rules of all currencies, in place of a pending proposal; answers what is pending. Nothing changes until it is confirmed.',
      body: named('PolicyProposal', policyProposalSchema),
      answer: named('Proposals', proposalsSchema),
      problems: ['FIELDS_INVALID', 'TAMPERED'],
      handle: async ({ person, body: { currencies } }) => {
        await deps.store.write((tx) => proposePolicy(tx, person, currencies))
        return { body: { items: [...(await listProposals(store, signIn, person))] } }
      },
    }),
  ]
}
