import * as z from 'zod/mini'
import {
  acceptDetailsSchema,
  detailsLinkPageSchema,
  detailsLinkSchema,
  detailsLinkWriteSchema,
  linkExtensionSchema,
  linkRenewalSchema,
  linkStates,
  newDetailsLinkSchema,
  refuseDetailsSchema,
  returnDetailsSchema,
  submissionSchema,
} from '#shared/api/details-links.ts'
import type { ProblemCode } from '#shared/api/problem.ts'
import type { SavedLink } from '../details/link-rows.ts'
import {
  actOnLink,
  addressOfLink,
  extendLink,
  findLinkPage,
  type LinkWithSecret,
  presentLink,
  renewLink,
  requireLink,
  requireSeen,
} from '../details/links.ts'
import { makeLink } from '../details/make-links.ts'
import { acceptSubmission, viewSubmission } from '../details/received.ts'
import { named, type Route, route } from '../http/route.ts'
import { requireFewLinks } from '../people/daily-bounds.ts'
import type { AppDeps } from './app-deps.ts'

type DetailsDeps = Pick<AppDeps, 'store'> & { readonly details: NonNullable<AppDeps['details']> }

type HandlingDeps = Pick<AppDeps, 'store' | 'numberSearches'>

const one = named('DetailsLink', detailsLinkSchema)
const fresh = named('NewDetailsLink', newDetailsLinkSchema)
const actProblems: readonly ProblemCode[] = ['STATE_CONFLICT', 'TAMPERED']

/** Links by which beneficiaries give their own details, and what came by them. */
export function detailsLinkRoutes(deps: DetailsDeps & HandlingDeps): readonly Route[] {
  return [...makingRoutes(deps), ...keepingRoutes(deps), ...handlingRoutes(deps)]
}

function makingRoutes({ store, details }: DetailsDeps): readonly Route[] {
  return [
    route({
      method: 'get',
      path: '/api/details-links',
      permission: 'read',
      scope: 'details:read',
      summary: 'Details links, newest first.',
      query: z.strictObject({
        state: z.optional(z.enum(linkStates)),
        cursor: z.optional(z.string().check(z.maxLength(1_000))),
      }),
      answer: named('DetailsLinkPage', detailsLinkPageSchema),
      handle: async ({ query }) => {
        const { items, nextCursor } = await findLinkPage(store, query)
        return { body: { items: [...items], nextCursor } }
      },
    }),
    route({
      method: 'post',
      path: '/api/details-links',
      permission: 'enter',
      scope: 'details:write',
      summary: 'Makes a link by which a beneficiary gives their own details, and shows its address this once.',
      body: named('DetailsLinkWrite', detailsLinkWriteSchema),
      answer: fresh,
      status: 201,
      problems: ['NOT_FOUND', 'ERASED', 'TOO_MANY_LINKS'],
      handle: async ({ person, body }) => {
        const making = store.write(async (tx) => {
          await requireFewLinks(tx, person, 1)
          return makeLink(tx, person, body, details)
        })
        return withUrl(store, details, await making)
      },
    }),
  ]
}

/** What becomes of a link until the beneficiary has answered. */
function keepingRoutes({ store, details }: DetailsDeps): readonly Route[] {
  return [
    route({
      method: 'post',
      path: '/api/details-links/:id/renew',
      permission: 'enter',
      scope: 'details:write',
      summary:
        'Gives a link another address, which is shown this once, and days from now. The former address no longer opens.',
      body: named('DetailsLinkRenewal', linkRenewalSchema),
      answer: fresh,
      problems: actProblems,
      handle: async ({ person, id, body }) =>
        withUrl(store, details, await store.write((tx) => renewLink(tx, person, id, body.days))),
    }),
    route({
      method: 'post',
      path: '/api/details-links/:id/extend',
      permission: 'enter',
      scope: 'details:write',
      summary: 'Lets the address that the beneficiary has open for days from now.',
      body: named('DetailsLinkExtension', linkExtensionSchema),
      answer: one,
      problems: actProblems,
      handle: ({ person, id, body }) =>
        answerOf(
          store,
          store.write((tx) => extendLink(tx, person, id, body.days)),
        ),
    }),
    route({
      method: 'delete',
      path: '/api/details-links/:id',
      permission: 'enter',
      scope: 'details:write',
      summary: 'Withdraws a link: it opens no more, and what came by it is gone.',
      answer: one,
      problems: actProblems,
      handle: ({ person, id }) =>
        answerOf(
          store,
          store.write(async (tx) => actOnLink(tx, await requireLink(tx, id), 'withdraw', person, { submission: null })),
        ),
    }),
  ]
}

function handlingRoutes({ store, numberSearches }: HandlingDeps): readonly Route[] {
  return [
    route({
      method: 'post',
      path: '/api/details-links/:id/submission',
      permission: 'handle',
      summary:
        'What a payee sent, in full, and how it differs from what is saved. The audit log records who asked for it.',
      answer: named('DetailsSubmission', submissionSchema),
      problems: [...actProblems, 'TOO_MANY_SEARCHES'],
      handle: async (given) => {
        const { person, id } = given
        // Its warnings say who is saved with its numbers, and the person who looks may have sent them.
        const { submissionId, submission } = await requireLink(store, id)
        await numberSearches.byEntry(given, submission ?? {})
        return { body: await store.write((tx) => viewSubmission(tx, person, id, submissionId ?? '')) }
      },
    }),
    route({
      method: 'post',
      path: '/api/details-links/:id/accept',
      permission: 'enter',
      summary: 'Saves what came as a beneficiary, or as the next version of one, once its warnings are confirmed.',
      body: named('AcceptDetails', acceptDetailsSchema),
      answer: one,
      problems: [...actProblems, 'WARNINGS_UNCONFIRMED', 'ERASED', 'VERSION_CONFLICT', 'TOO_MANY_SEARCHES'],
      handle: async (given) => {
        const { person, id, body } = given
        const { beneficiary, submission } = await requireLink(store, id)
        if (beneficiary === null) numberSearches.beforeBeneficiary(given)
        const accepted = await store.write((tx) => acceptSubmission(tx, person, id, body))
        if (beneficiary === null) numberSearches.forgive(given, submission ?? {})
        return { body: await presentLink(store, accepted) }
      },
    }),
    route({
      method: 'post',
      path: '/api/details-links/:id/return',
      permission: 'enter',
      summary: 'Sends what came back with a comment: the payee corrects it by the same address.',
      body: named('ReturnDetails', returnDetailsSchema),
      answer: one,
      problems: actProblems,
      handle: ({ person, id, body: { submissionId, comment } }) =>
        answerOf(
          store,
          store.write(async (tx) =>
            actOnLink(tx, await requireSeen(tx, id, submissionId), 'return', person, { comment }),
          ),
        ),
    }),
    route({
      method: 'post',
      path: '/api/details-links/:id/refuse',
      permission: 'enter',
      summary: 'Refuses what came: the link opens no more, and what came by it is gone.',
      body: named('RefuseDetails', refuseDetailsSchema),
      answer: one,
      problems: actProblems,
      handle: ({ person, id, body: { submissionId } }) =>
        answerOf(
          store,
          store.write(async (tx) =>
            actOnLink(tx, await requireSeen(tx, id, submissionId), 'refuse', person, { submission: null }),
          ),
        ),
    }),
  ]
}

async function withUrl(store: DetailsDeps['store'], details: DetailsDeps['details'], { link, secret }: LinkWithSecret) {
  return { body: { url: addressOfLink(details.url, { link, secret }), details: await presentLink(store, link) } }
}

async function answerOf(store: DetailsDeps['store'], written: Promise<SavedLink>) {
  return { body: await presentLink(store, await written) }
}
