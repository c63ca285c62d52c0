import { approvalPolicySchema, policyProposalSchema } from '#shared/api/policy.ts'
import { named, type Route, route } from '../http/route.ts'
import { writeAs } from '../people/permitted.ts'
import { confirmPolicy, findPolicies, proposePolicy, withdrawProposal } from '../policy/approval-policy.ts'
import type { AppDeps } from './app-deps.ts'

/** How many approvals payouts take, which two admins decide. */
export function policyRoutes(deps: Pick<AppDeps, 'store' | 'signIn'>): readonly Route[] {
  const { store } = deps
  const answer = named('ApprovalPolicy', approvalPolicySchema)
  return [
    route({
      method: 'get',
      path: '/api/approval-policy',
      permission: 'read',
      summary: 'How many approvals payouts take by currency and amount, and what is proposed.',
      answer,
      problems: ['TAMPERED'],
      handle: async () => ({ body: await findPolicies(store) }),
    }),
    route({
      method: 'post',
      path: '/api/approval-policy/proposals',
      permission: 'manage',
      summary:
        'Proposes the rules of all currencies, in place of a proposal that waits. Nothing changes until another admin confirms it.',
      body: named('PolicyProposal', policyProposalSchema),
      answer,
      problems: ['FIELDS_INVALID', 'TAMPERED'],
      handle: async ({ person, body: { currencies } }) => {
        await writeAs(deps, person, (tx) => proposePolicy(tx, person, currencies))
        return { body: await findPolicies(store) }
      },
    }),
    route({
      method: 'post',
      path: '/api/approval-policy/proposals/:id/confirm',
      permission: 'manage',
      summary: 'Puts a proposal of another admin into force, for payouts that are sent to review from now on.',
      answer,
      problems: ['NOT_PERMITTED', 'TAMPERED'],
      handle: async ({ person, id }) => {
        await writeAs(deps, person, (tx) => confirmPolicy(tx, person, id))
        return { body: await findPolicies(store) }
      },
    }),
    route({
      method: 'delete',
      path: '/api/approval-policy/proposals/:id',
      permission: 'manage',
      summary: 'Withdraws a proposal, one’s own or another’s. What is in force stays.',
      answer,
      problems: ['TAMPERED'],
      handle: async ({ person, id }) => {
        await writeAs(deps, person, (tx) => withdrawProposal(tx, person, id))
        return { body: await findPolicies(store) }
      },
    }),
  ]
}
