import { mostAtOnce } from '#shared/api/batch-rows.ts'
import { acceptedManySchema, acceptManySchema, cleanDetailsSchema } from '#shared/api/details-links.ts'
import { findReceived, presentLinks } from '../details/links.ts'
import { acceptTogether, lookAtClean } from '../details/received-together.ts'
import { named, type Route, route } from '../http/route.ts'
import { actAtOnce } from '../jobs/list-acts.ts'
import type { AppDeps } from './app-deps.ts'

/** What beneficiaries sent, many at once. */
export function receivedDetailsRoutes(deps: Pick<AppDeps, 'store' | 'groups' | 'numberSearches'>): readonly Route[] {
  const { store, numberSearches } = deps
  return [
    route({
      method: 'post',
      path: '/api/received-details/look',
      permission: 'handle',
      isHeavy: true,
      summary: `Of the newest ${mostAtOnce} that payees sent, what is clean, in full. The audit log records of each who asked for it.`,
      answer: named('CleanDetails', cleanDetailsSchema),
      problems: ['TAMPERED', 'TOO_MANY_SEARCHES'],
      handle: async (given) => {
        const { links, hasMore } = await findReceived(store, mostAtOnce)
        // That nothing warns of a number answers who has it as well.
        numberSearches.beforeRows(given)
        await numberSearches.byRefusedRows(
          given,
          links.map(({ submission }) => submission ?? {}),
        )
        const answers = await actAtOnce(deps, lookAtClean, given.person, links)
        const looked = answers.filter((answer) => typeof answer === 'object')
        const details = await presentLinks(
          store,
          looked.map(({ link }) => link),
        )
        const count = (why: string) => answers.filter((answer) => answer === why).length
        return {
          body: {
            clean: looked.flatMap(({ submission }, place) => {
              const one = details[place]
              return one === undefined ? [] : [{ details: one, submission }]
            }),
            left: { warned: count('warned'), changed: count('changed'), other: count('other') },
            hasMore,
          },
        }
      },
    }),
    route({
      method: 'post',
      path: '/api/received-details/accept',
      permission: 'enter',
      isHeavy: true,
      summary: 'Accepts what one has looked at and nothing warns of, each as by itself, or refused by itself.',
      body: named('AcceptManyDetails', acceptManySchema),
      answer: named('AcceptedDetails', acceptedManySchema),
      problems: ['TAMPERED'],
      handle: async (given) => {
        const act = acceptTogether(({ beneficiary }) => {
          if (beneficiary === null) numberSearches.beforeBeneficiary(given)
        })
        return { body: { submissions: await actAtOnce(deps, act, given.person, given.body.submissions) } }
      },
    }),
  ]
}
