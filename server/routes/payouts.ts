import { payoutSearchSchema, payoutWriteSchema } from '#shared/api/payout.ts'
import type { AppDeps } from '../app-deps.ts'
import { intentIn } from '../drafts/drafts.ts'
import { bodyBySchema, idInPath } from '../http/body-by-schema.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { idempotencyKeyOf } from '../http/idempotency-key.ts'
import { jsonBody } from '../http/json-body.ts'
import { personOf } from '../http/person.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { sendJson } from '../http/send-json.ts'
import { versionOf } from '../http/version.ts'
import { removePayout } from '../payouts/act-on-payout.ts'
import { findOnePayout, findPayoutPage, findSavedPayout } from '../payouts/find-payouts.ts'
import { editPayout, enterPayout } from '../payouts/save-payout.ts'
import { sendPayout } from './send-payout.ts'

type Parts = Pick<AppDeps, 'store' | 'writes'>

/** Payouts that are looked for, entered, shown, changed and deleted. */
export function payouts(deps: Parts): readonly Endpoint[] {
  return [search(deps), entering(deps), one(deps)]
}

function search({ store }: Parts): Endpoint {
  return {
    path: '/api/payout-searches',
    post: [
      jsonBody,
      async (request, response) => {
        const person = personOf(response)
        sendJson(response, await findPayoutPage(store, person, bodyBySchema(request, payoutSearchSchema)))
      },
    ],
  }
}

/** What is kept under the key names only the payout, so that nothing of it outlives an erasure; a repeat shows it as it is by then. */
function entering({ store, writes }: Parts): Endpoint {
  const route = 'POST /api/payouts'
  return {
    path: '/api/payouts',
    post: [
      jsonBody,
      async (request, response) => {
        const person = personOf(response)
        const write = bodyBySchema(request, payoutWriteSchema)
        const intent = { key: idempotencyKeyOf(request), personId: person.id, route, body: intentIn(write) }
        let isSavedBefore = false
        const { answer, isReplay } = await writes.once(intent, async (tx) => {
          const { id, version, isRepeat } = await enterPayout(tx, person, write)
          isSavedBefore = isRepeat
          return { status: 201, body: { id, version }, location: `/api/payouts/${id}` }
        })
        const payout = await findSavedPayout(store, person, idOf(answer.location))
        const shown = { ...answer, body: payout, version: payout.version }
        sendAnswer(response, { answer: shown, isReplay: isReplay || isSavedBefore })
      },
    ],
  }
}

function idOf(location: string | undefined): string {
  return location?.split('/').at(-1) ?? ''
}

function one({ store }: Parts): Endpoint {
  return {
    path: '/api/payouts/:id',
    get: async (request, response) => {
      sendPayout(response, await findOnePayout(store, personOf(response), idInPath(request)))
    },
    put: [
      jsonBody,
      async (request, response) => {
        const person = personOf(response)
        const seen = { id: idInPath(request), version: versionOf(request) }
        const write = bodyBySchema(request, payoutWriteSchema)
        await store.write((tx) => editPayout(tx, person, seen, write))
        sendPayout(response, await findSavedPayout(store, person, seen.id))
      },
    ],
    delete: [
      async (request, response) => {
        const person = personOf(response)
        const seen = { id: idInPath(request), version: versionOf(request) }
        await store.write((tx) => removePayout(tx, person, seen))
        response.status(204).end()
      },
    ],
  }
}
