import {
  invitationSchema,
  invitationWriteSchema,
  peopleSchema,
  personWriteSchema,
  staffMemberSchema,
  staffSchema,
  suspensionSchema,
} from '#shared/api/people.ts'
import { reviewCoverSchema } from '#shared/api/review-cover.ts'
import { named, type Route, route, versioned } from '../http/route.ts'
import { listPeople, onePerson, staffAddresses } from '../people-admin/list-people.ts'
import { changeRights, endSessionsOf, reinstatePerson, suspendPerson } from '../people-admin/people-admin.ts'
import { askReEnrolment, invitePerson, renewInvitation, withdrawLinks } from '../people-admin/people-links.ts'
import { reviewCover } from '../people-admin/review-cover.ts'
import { waiveHold } from '../people-admin/waive-hold.ts'
import type { AppDeps } from './app-deps.ts'

type Deps = Pick<AppDeps, 'store' | 'signIn' | 'publicOrigin'>

const person = named('StaffMember', staffMemberSchema)
const invitation = named('Invitation', invitationSchema)

/** Who works here and what they may do. Where names are taken on trust there is nothing to administer. */
export function peopleRoutes(deps: Deps): readonly Route[] {
  return [...listing(deps), ...links(deps), ...rights(deps)]
}

function listing(deps: Deps): readonly Route[] {
  const { store } = deps
  return [
    route({
      method: 'get',
      path: '/api/people',
      permission: 'administer',
      summary: 'Everyone who works here or was invited, and the API tokens, by name.',
      answer: named('People', peopleSchema),
      handle: async () => ({ body: { items: await listPeople(store) } }),
    }),
    route({
      method: 'get',
      path: '/api/staff',
      permission: 'audit',
      summary: 'The mail addresses of the people who sign in, by their ids; empty where names are taken on trust.',
      answer: named('Staff', staffSchema),
      handle: async () => ({ body: { items: [...(await staffAddresses(store))] } }),
    }),
    route({
      method: 'get',
      path: '/api/review-cover',
      permission: 'administer',
      summary: 'Payouts in review that no available reviewer can approve at present, and why not.',
      answer: named('ReviewCover', reviewCoverSchema),
      handle: async ({ person: by }) => ({ body: await reviewCover(store, deps.signIn, by) }),
    }),
    route({
      method: 'delete',
      path: '/api/people/:id/sessions',
      permission: 'protect',
      summary: 'Ends all sessions of a person.',
      answer: person,
      problems: ['PERSON_REFUSED', 'TAMPERED'],
      handle: async ({ person: by, id }) => {
        await deps.store.write((tx) => endSessionsOf(tx, by, id))
        return versioned(await onePerson(store, id))
      },
    }),
  ]
}

/** Links for setting up a passkey or password: each is shown once, and replaces the person's former one. */
function links(deps: Deps): readonly Route[] {
  const { store } = deps
  const made = async ({ id, link, expiresAt }: Awaited<ReturnType<typeof invitePerson>>) => ({
    body: { person: await onePerson(store, id), link, expiresAt },
  })
  return [
    route({
      method: 'post',
      path: '/api/invitations',
      permission: 'manage',
      summary:
        'Invites a person: answers a link that works for 72 hours and is shown only now. No e-mail is sent. A reviewer or admin is only proposed: the link comes with the confirmation.',
      body: named('InvitationWrite', invitationWriteSchema),
      answer: invitation,
      status: 201,
      problems: ['PERSON_REFUSED', 'TAMPERED'],
      handle: async ({ person: by, body }) => made(await deps.store.write((tx) => invitePerson(tx, deps, by, body))),
    }),
    route({
      method: 'post',
      path: '/api/people/:id/invitation',
      permission: 'manage',
      summary:
        'Creates another link for a person who was invited; the earlier one stops working. For a reviewer or admin it is only proposed.',
      answer: invitation,
      status: 201,
      problems: ['PERSON_REFUSED', 'TAMPERED'],
      handle: async ({ person: by, id }) => made(await deps.store.write((tx) => renewInvitation(tx, deps, by, id))),
    }),
    route({
      method: 'delete',
      path: '/api/people/:id/invitation',
      permission: 'protect',
      summary: 'Revokes the links of a person, and withdraws what was proposed about them.',
      answer: person,
      problems: ['PERSON_REFUSED', 'TAMPERED'],
      handle: async ({ person: by, id }) => {
        await deps.store.write((tx) => withdrawLinks(tx, by, id))
        return versioned(await onePerson(store, id))
      },
    }),
    route({
      method: 'post',
      path: '/api/people/:id/re-enrolment',
      permission: 'manage',
      summary: 'Proposes a link for a person who has lost their passkey or password.',
      answer: person,
      problems: ['PERSON_REFUSED', 'TAMPERED'],
      handle: async ({ person: by, id }) => {
        await deps.store.write((tx) => askReEnrolment(tx, deps, by, id))
        return versioned(await onePerson(store, id))
      },
    }),
  ]
}

function rights(deps: Deps): readonly Route[] {
  const { store } = deps
  return [
    route({
      method: 'put',
      path: '/api/people/:id',
      permission: 'manage',
      summary:
        'Changes what a person may do, and ends their sessions. No one can change their own. A new role of reviewer or admin, or a larger limit, is proposed.',
      version: 'seen',
      body: named('PersonWrite', personWriteSchema),
      answer: person,
      problems: ['VERSION_CONFLICT', 'PERSON_REFUSED', 'TAMPERED'],
      handle: async ({ person: by, id, version, body }) => {
        await deps.store.write((tx) => changeRights(tx, deps, by, { id, version }, body))
        return versioned(await onePerson(store, id))
      },
    }),
    route({
      method: 'post',
      path: '/api/people/:id/suspend',
      permission: 'protect',
      summary:
        'Ends sessions, links and API tokens of a person at once. With distrust, their approvals that were not exported go back to review.',
      body: named('Suspension', suspensionSchema),
      answer: person,
      problems: ['PERSON_REFUSED', 'TAMPERED'],
      handle: async ({ person: by, id, body }) => {
        await deps.store.write((tx) => suspendPerson(tx, by, id, body.distrust))
        return versioned(await onePerson(store, id))
      },
    }),
    route({
      method: 'post',
      path: '/api/people/:id/reinstate',
      permission: 'manage',
      summary:
        'Reinstates a person who was suspended; what ended with the suspension stays ended. For a reviewer or admin it is only proposed.',
      answer: person,
      problems: ['PERSON_REFUSED', 'TAMPERED'],
      handle: async ({ person: by, id }) => {
        await deps.store.write((tx) => reinstatePerson(tx, deps, by, id))
        return versioned(await onePerson(store, id))
      },
    }),
    route({
      method: 'delete',
      path: '/api/people/:id/hold',
      permission: 'manage',
      summary:
        'Releases a person who is on hold for a day after a new role or a new way to sign in. For an admin who is independent of them and did not propose it.',
      answer: person,
      problems: ['NOT_PERMITTED', 'PERSON_REFUSED', 'TAMPERED'],
      handle: async ({ person: by, id }) => {
        await deps.store.write((tx) => waiveHold(tx, by, id))
        return versioned(await onePerson(store, id))
      },
    }),
  ]
}
