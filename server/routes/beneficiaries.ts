import type { Request } from 'express'
import { type BeneficiaryWrite, beneficiarySearchSchema, beneficiaryWriteSchema } from '#shared/api/beneficiary.ts'
import type { Person } from '#shared/api/person.ts'
import type { AppDeps } from '../app-deps.ts'
import { findOne, searchBeneficiaries } from '../beneficiaries/find-beneficiaries.ts'
import { editBeneficiary, enterBeneficiary } from '../beneficiaries/save-beneficiary.ts'
import { intentIn } from '../drafts/drafts.ts'
import { bodyBySchema, idInPath } from '../http/body-by-schema.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { idempotencyKeyOf } from '../http/idempotency-key.ts'
import { jsonBody } from '../http/json-body.ts'
import { personOf } from '../http/person.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { sendJson } from '../http/send-json.ts'
import { setVersion, versionOf } from '../http/version.ts'

type Parts = Pick<AppDeps, 'store' | 'writes'>

/** The book: searching it, and beneficiaries that are entered, shown and changed. */
export function beneficiaries(deps: Parts): readonly Endpoint[] {
  return [search(deps), entering(deps), one(deps)]
}

function search({ store }: Parts): Endpoint {
  return {
    path: '/api/beneficiary-searches',
    post: [
      jsonBody,
      async (request, response) => {
        personOf(response)
        sendJson(response, await searchBeneficiaries(store, bodyBySchema(request, beneficiarySearchSchema)))
      },
    ],
  }
}

/** What is kept under the key names only the beneficiary, so that nothing of it outlives an erasure. */
function entering({ writes }: Parts): Endpoint {
  return {
    path: '/api/beneficiaries',
    post: [
      jsonBody,
      async (request, response) => {
        const person = personOf(response)
        const write = bodyBySchema(request, beneficiaryWriteSchema)
        let isSavedBefore = false
        const { answer, isReplay } = await writes.once(intentOf(request, person, write), async (tx) => {
          const { id, version, isRepeat } = await enterBeneficiary(tx, person, write)
          isSavedBefore = isRepeat
          return { status: 201, body: { id, version }, version, location: `/api/beneficiaries/${id}` }
        })
        sendAnswer(response, { answer, isReplay: isReplay || isSavedBefore })
      },
    ],
  }
}

function intentOf(request: Request, person: Person, write: BeneficiaryWrite) {
  const key = idempotencyKeyOf(request)
  return { key, personId: person.id, route: 'POST /api/beneficiaries', body: intentIn(write) }
}

function one({ store }: Parts): Endpoint {
  return {
    path: '/api/beneficiaries/:id',
    get: async (request, response) => {
      personOf(response)
      const beneficiary = await findOne(store, idInPath(request))
      setVersion(response, beneficiary.version)
      sendJson(response, beneficiary)
    },
    put: [
      jsonBody,
      async (request, response) => {
        const person = personOf(response)
        const shown = { id: idInPath(request), version: versionOf(request) }
        const write = bodyBySchema(request, beneficiaryWriteSchema)
        const { id, version } = await store.write((tx) => editBeneficiary(tx, person, shown, write))
        setVersion(response, version)
        sendJson(response, { id, version })
      },
    ],
  }
}
