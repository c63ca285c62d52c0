import type * as z from 'zod/mini'
import { type DetailsLinkWrite, detailsLinkListSchema, newDetailsLinksSchema } from '#shared/api/details-links.ts'
import { addressOfLink, type LinkWithSecret, presentLinks } from '../details/links.ts'
import { makeLinks } from '../details/make-links.ts'
import { named, type Route, route } from '../http/route.ts'
import { type ActOnThings, actAtOnce } from '../jobs/list-acts.ts'
import { itemProblem } from '../problems/problem-for.ts'
import type { AppDeps } from './app-deps.ts'

type Deps = Pick<AppDeps, 'store' | 'groups'> & { readonly details: NonNullable<AppDeps['details']> }

type ItemRefusal = Exclude<z.infer<typeof newDetailsLinksSchema>['links'][number], { readonly url: string }>

/** Details links, many at once. */
export function detailsLinkListRoutes(deps: Deps): readonly Route[] {
  return [
    route({
      method: 'post',
      path: '/api/details-link-lists',
      permission: 'enter',
      scope: 'details:write',
      summary: 'Makes many links, each or not at all, and shows their addresses this once.',
      body: named('DetailsLinkList', detailsLinkListSchema),
      bodyLimitKiB: 1024,
      answer: named('NewDetailsLinks', newDetailsLinksSchema),
      handle: async ({ person, body }) => {
        const make: ActOnThings<DetailsLinkWrite, LinkWithSecret | ItemRefusal> = {
          refused: (_, failure) => ({ problem: itemProblem(failure) }),
          act: (tx, actor, some) => makeLinks(tx, actor, some, deps.details.keepDays),
        }
        const made = await actAtOnce(deps, make, person, body.links)
        const links = await presentLinks(
          deps.store,
          made.flatMap((one) => ('link' in one ? [one.link] : [])),
        )
        const shown = new Map(links.map((link) => [link.id, link]))
        return {
          body: {
            links: made.map((one) => {
              if ('problem' in one) return one
              const link = shown.get(one.link.id)
              if (link === undefined) throw new Error('Each that was made is presented.')
              return { url: addressOfLink(deps.details.url, one), details: link }
            }),
          },
        }
      },
    }),
  ]
}
