import type * as z from 'zod/mini'
import {
  type DetailsLinkWrite,
  detailsLinkListSchema,
  linkMailSchema,
  mailedLinkSchema,
  newDetailsLinksSchema,
} from '#shared/api/details-links.ts'
import { linkMail } from '../details/link-mail.ts'
import { actOnLink, addressOfLink, type LinkWithSecret, presentLinks } from '../details/links.ts'
import { makeLinks } from '../details/make-links.ts'
import { linkOf } from '../details/payee.ts'
import { named, type Route, route } from '../http/route.ts'
import { type ActOnThings, actAtOnce } from '../jobs/list-acts.ts'
import type { SendMail } from '../mail/send-mail.ts'
import { requireFewLinks, requireFewMails } from '../people/daily-bounds.ts'
import { itemProblem } from '../problems/problem-for.ts'
import type { AppDeps } from './app-deps.ts'

type Deps = Pick<AppDeps, 'store' | 'groups' | 'sendMail'> & { readonly details: NonNullable<AppDeps['details']> }

type ItemRefusal = Exclude<z.infer<typeof newDetailsLinksSchema>['links'][number], { readonly url: string }>

/** Details links, many at once, and the mail that brings one to its payee. */
export function detailsLinkListRoutes(deps: Deps): readonly Route[] {
  const { sendMail } = deps
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
      problems: ['TOO_MANY_LINKS'],
      handle: async ({ person, body }) => {
        const make: ActOnThings<DetailsLinkWrite, LinkWithSecret | ItemRefusal> = {
          refused: (_, failure) => ({ problem: itemProblem(failure) }),
          act: (tx, actor, some) => makeLinks(tx, actor, some, deps.details),
        }
        await requireFewLinks(deps.store, person, body.links.length)
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
    ...(sendMail === undefined ? [] : [mailRoute({ ...deps, sendMail })]),
  ]
}

/** How long a mail server may take before the person is asked to send it otherwise. */
const mailMs = 30_000

function mailRoute({ store, details, sendMail }: Deps & { readonly sendMail: SendMail }): Route {
  return route({
    method: 'post',
    path: '/api/details-links/:id/mail',
    permission: 'enter',
    isHeavy: false,
    summary: 'Mails a link to its payee, in their language. Its address is sent once, and not kept.',
    body: named('DetailsLinkMail', linkMailSchema),
    answer: named('MailedDetailsLink', mailedLinkSchema),
    problems: ['LINK_EXPIRED', 'STATE_CONFLICT', 'TAMPERED', 'TOO_MANY_MAILED'],
    handle: async ({ person, id, body: { email: to, secret } }) => {
      const link = await store.write(async (tx) => {
        // The audit log has no address: links that went to the same one have the same mark.
        const facts = { to: tx.encryption.hash('mailed address', to).slice(0, 16) }
        const mailed = await actOnLink(tx, await linkOf(tx, { id, secret }, 'mail'), 'mail', person, {}, facts)
        await requireFewMails(tx, person)
        return mailed
      })
      const mail = { ...linkMail(details, { link, secret }), language: link.language }
      const { why } = await sendMail({ ...mail, id: `${id}.${link.changes}`, to }, AbortSignal.timeout(mailMs))
      return { body: { isSent: why === null } }
    },
  })
}
