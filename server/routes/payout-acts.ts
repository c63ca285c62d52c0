import type { Request } from 'express'
import { approvalSchema, returnSchema } from '#shared/api/payout.ts'
import type { Person } from '#shared/api/person.ts'
import { bodyBySchema, idInPath } from '../http/body-by-schema.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { jsonBody } from '../http/json-body.ts'
import { personOf } from '../http/person.ts'
import { sendJson } from '../http/send-json.ts'
import { setVersion, versionOf } from '../http/version.ts'
import { findOnePayout } from '../payouts/find-payouts.ts'
import { approvePayout, returnPayout, submitPayout, withdrawPayout } from '../payouts/move-payout.ts'
import { revealPayout } from '../payouts/reveal-payout.ts'
import type { ServiceParts } from '../service-parts.ts'
import { sendPayout } from './send-payout.ts'

type Parts = Pick<ServiceParts, 'store' | 'clock'>

/** What a person does with a payout beside editing it. */
export function payoutActs(parts: Parts): readonly Endpoint[] {
  const book = { sealing: parts.store.sealing, clock: parts.clock }
  return [
    revealing(parts),
    act(parts, 'submit', (person, seen) => parts.store.write((tx) => submitPayout(tx, book, person, seen))),
    act(parts, 'withdraw', (person, seen) => parts.store.write((tx) => withdrawPayout(tx, book, person, seen))),
    act(parts, 'approve', (person, seen, request) => {
      const shown = bodyBySchema(request, approvalSchema)
      return parts.store.write((tx) => approvePayout(tx, book, person, seen, shown))
    }),
    act(parts, 'return', (person, seen, request) => {
      const { comment } = bodyBySchema(request, returnSchema)
      return parts.store.write((tx) => returnPayout(tx, book, person, seen, comment))
    }),
  ]
}

function revealing({ store, clock }: Parts): Endpoint {
  return {
    path: '/api/payouts/:id/reveal',
    post: [
      async (request, response) => {
        const person = personOf(response)
        const id = idInPath(request)
        const revealed = await store.write((tx) => revealPayout(tx, { sealing: store.sealing, clock }, person, id))
        setVersion(response, revealed.version)
        sendJson(response, revealed)
      },
    ],
  }
}

type Act = (
  person: Person,
  seen: { readonly id: string; readonly version: number },
  request: Request,
) => Promise<unknown>

function act({ store }: Parts, name: 'submit' | 'withdraw' | 'approve' | 'return', perform: Act): Endpoint {
  const takesBody = name === 'approve' || name === 'return'
  return {
    path: `/api/payouts/:id/${name}`,
    post: [
      ...(takesBody ? [jsonBody] : []),
      async (request, response) => {
        const person = personOf(response)
        const seen = { id: idInPath(request), version: versionOf(request) }
        await perform(person, seen, request)
        sendPayout(response, await findOnePayout(store, person, seen.id))
      },
    ],
  }
}
