import type { Request } from 'express'
import { approvalSchema, returnSchema } from '#shared/api/payout.ts'
import type { Person } from '#shared/api/person.ts'
import type { AppDeps } from '../app-deps.ts'
import { bodyBySchema, idInPath } from '../http/body-by-schema.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { jsonBody } from '../http/json-body.ts'
import { personOf } from '../http/person.ts'
import { sendJson } from '../http/send-json.ts'
import { setVersion, versionOf } from '../http/version.ts'
import { approvePayout, returnPayout, submitPayout, withdrawPayout } from '../payouts/act-on-payout.ts'
import { findOnePayout } from '../payouts/find-payouts.ts'
import { revealPayout } from '../payouts/reveal-payout.ts'
import { sendPayout } from './send-payout.ts'

type Parts = Pick<AppDeps, 'store'>

/** What a person does with a payout beside editing it. */
export function payoutActions(deps: Parts): readonly Endpoint[] {
  return [
    revealing(deps),
    act(deps, 'submit', (person, seen) => deps.store.write((tx) => submitPayout(tx, person, seen))),
    act(deps, 'withdraw', (person, seen) => deps.store.write((tx) => withdrawPayout(tx, person, seen))),
    act(deps, 'approve', (person, seen, request) => {
      const shown = bodyBySchema(request, approvalSchema)
      return deps.store.write((tx) => approvePayout(tx, person, seen, shown))
    }),
    act(deps, 'return', (person, seen, request) => {
      const { comment } = bodyBySchema(request, returnSchema)
      return deps.store.write((tx) => returnPayout(tx, person, seen, comment))
    }),
  ]
}

function revealing({ store }: Parts): Endpoint {
  return {
    path: '/api/payouts/:id/reveal',
    post: [
      async (request, response) => {
        const person = personOf(response)
        const id = idInPath(request)
        const revealed = await store.write((tx) => revealPayout(tx, person, id))
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
