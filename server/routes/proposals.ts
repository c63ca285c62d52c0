import { proposalConfirmationSchema, proposalsSchema } from '#shared/api/proposals.ts'
import { named, type Route, route } from '../http/route.ts'
import { confirmProposal, rejectProposal } from '../people-admin/confirm-proposal.ts'
import { onePerson } from '../people-admin/list-people.ts'
import { listProposals } from '../people-admin/list-proposals.ts'
import type { AppDeps } from './app-deps.ts'

/** What one admin proposed and another one confirms. */
export function proposalRoutes(deps: Pick<AppDeps, 'store' | 'signIn' | 'publicOrigin'>): readonly Route[] {
  const { store, signIn } = deps
  const proposals = named('Proposals', proposalsSchema)
  return [
    route({
      method: 'get',
      path: '/api/proposals',
      permission: 'administer',
      summary: 'What is waiting for a second person, with who can confirm it; where no one can, the command line does.',
      answer: proposals,
      handle: async ({ person }) => ({ body: { items: [...(await listProposals(store, signIn, person))] } }),
    }),
    route({
      method: 'post',
      path: '/api/proposals/:id/confirm',
      permission: 'manage',
      summary:
        'Confirms a proposal of another admin, and puts it into effect. Within 30 days, neither of the two may alone have given the other access, nor one person both.',
      answer: named('Confirmation', proposalConfirmationSchema),
      problems: ['NOT_PERMITTED', 'PERSON_REFUSED', 'TAMPERED'],
      handle: async ({ person: by, id }) => {
        const { thingId, made } = await deps.store.write((tx) => confirmProposal(tx, deps, by, id))
        const person = made === undefined ? null : await onePerson(store, thingId)
        return {
          body: {
            person: person && { id: person.id, name: person.name },
            link: made?.link ?? null,
            expiresAt: made?.expiresAt ?? null,
          },
        }
      },
    }),
    route({
      method: 'delete',
      path: '/api/proposals/:id',
      permission: 'protect',
      summary:
        'Withdraws a proposal, your own or another admin’s. Everything stays as it is; a proposed token is revoked.',
      answer: proposals,
      problems: ['TAMPERED'],
      handle: async ({ person, id }) => {
        await deps.store.write((tx) => rejectProposal(tx, person, id))
        return { body: { items: [...(await listProposals(store, signIn, person))] } }
      },
    }),
  ]
}
