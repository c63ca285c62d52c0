import {
  closedLinkSchema,
  openedLinkSchema,
  openLinkSchema,
  submitDetailsSchema,
  submittedDetailsSchema,
} from '#shared/api/details-links.ts'
import type { SavedLink } from '../details/link-rows.ts'
import { closeLink, linkOf, openLink, submitDetails } from '../details/payee.ts'
import { named, type Route, route } from '../http/route.ts'
import { Failure } from '../kernel/failure.ts'
import { createLimit, type Limit } from '../kernel/limit.ts'
import type { AppDeps } from './app-deps.ts'

const hourMs = 60 * 60_000

/** Of one link in an hour: more than a payee needs on the worst of days. */
const [openingsOfLink, submissionsOfLink] = [20, 10]

/** All that answers at the address of details: nothing of the inside is here. */
export function payeeRoutes({ store, clock, details }: Pick<AppDeps, 'store' | 'clock' | 'details'>): readonly Route[] {
  const openings = createLimit([{ most: openingsOfLink, spanMs: hourMs }], clock)
  const submissions = createLimit([{ most: submissionsOfLink, spanMs: hourMs }], clock)
  return [
    route({
      method: 'post',
      path: '/api/open',
      permission: 'public',
      summary: 'What the page of a payee begins with.',
      body: named('OpenLink', openLinkSchema),
      answer: named('OpenedLink', openedLinkSchema),
      problems: ['LINK_EXPIRED', 'TAMPERED'],
      handle: async ({ body, device }) => {
        takeOne(openings, await linkOf(store, body, 'open'))
        return { body: await openLink(store, body, { device, details }) }
      },
    }),
    route({
      method: 'post',
      path: '/api/submit',
      permission: 'public',
      summary: 'Keeps what a payee sends, in place of what they sent before.',
      body: named('SubmitDetails', submitDetailsSchema),
      answer: named('SubmittedDetails', submittedDetailsSchema),
      problems: ['LINK_EXPIRED', 'TAMPERED'],
      handle: async ({ body }) => {
        takeOne(submissions, await linkOf(store, body, 'submit', body.submissionId))
        return { body: await submitDetails(store, body, details?.embedOrigins) }
      },
    }),
    route({
      method: 'post',
      path: '/api/close',
      permission: 'public',
      summary: 'Ends a link that reached the wrong person.',
      body: named('CloseLink', openLinkSchema),
      answer: named('ClosedLink', closedLinkSchema),
      problems: ['LINK_EXPIRED', 'TAMPERED'],
      handle: async ({ body }) => {
        takeOne(openings, await linkOf(store, body, 'close'))
        await closeLink(store, body)
        return { body: { state: 'closed' as const } }
      },
    }),
  ]
}

/**
 * Counts those who have the secret of a link: a person who has seen its id alone, as in the log of a proxy, keeps no payee from it.
 * @throws Failure TOO_MANY_WRITES
 */
function takeOne(limit: Limit, { id }: SavedLink): void {
  const waitMs = limit.take([id])
  if (waitMs !== undefined) throw new Failure('TOO_MANY_WRITES', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}
