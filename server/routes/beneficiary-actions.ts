import { revealSchema } from '#shared/api/beneficiary.ts'
import { eraseSchema } from '#shared/api/personal-data.ts'
import type { AppDeps } from '../app-deps.ts'
import { setStatus } from '../beneficiaries/edit.ts'
import { eraseBeneficiary } from '../beneficiaries/erase.ts'
import { personalData } from '../beneficiaries/personal-data.ts'
import { revealBeneficiary } from '../beneficiaries/reveal.ts'
import { bodyBySchema, idInPath } from '../http/body-by-schema.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { jsonBody } from '../http/json-body.ts'
import { personOf } from '../http/person.ts'
import { sendJson } from '../http/send-json.ts'
import { setVersion, versionOf } from '../http/version.ts'

type Parts = Pick<AppDeps, 'store' | 'clock'>

/** What a person does with a beneficiary beside editing it. */
export function beneficiaryActions(deps: Parts): readonly Endpoint[] {
  return [approvalState(deps, 'archive'), approvalState(deps, 'restore'), revealing(deps), dataOf(deps), erasing(deps)]
}

function approvalState({ store, clock }: Parts, act: 'archive' | 'restore'): Endpoint {
  const book = { encryption: store.encryption, clock }
  const status = act === 'archive' ? 'archived' : 'active'
  return {
    path: `/api/beneficiaries/:id/${act}`,
    post: [
      async (request, response) => {
        const person = personOf(response)
        const shown = { id: idInPath(request), version: versionOf(request) }
        const { id, version } = await store.write((tx) => setStatus(tx, book, person, shown, status))
        setVersion(response, version)
        sendJson(response, { id, version })
      },
    ],
  }
}

function revealing({ store }: Parts): Endpoint {
  return {
    path: '/api/beneficiaries/:id/reveal',
    post: [
      jsonBody,
      async (request, response) => {
        const person = personOf(response)
        const { purpose } = bodyBySchema(request, revealSchema)
        const { version, details } = await revealBeneficiary(store, person, idInPath(request), purpose)
        setVersion(response, version)
        sendJson(response, { version, details })
      },
    ],
  }
}

/** A file to hand over; its name tells nobody whose it is. By POST, as making it is recorded. */
function dataOf(deps: Parts): Endpoint {
  return {
    path: '/api/beneficiaries/:id/personal-data',
    post: [
      async (request, response) => {
        const data = await personalData(deps, personOf(response), idInPath(request))
        response.setHeader('content-disposition', 'attachment; filename="personal-data.json"')
        sendJson(response, data, 2)
      },
    ],
  }
}

function erasing({ store, clock }: Parts): Endpoint {
  const book = { encryption: store.encryption, clock }
  return {
    path: '/api/beneficiaries/:id/erase',
    post: [
      jsonBody,
      async (request, response) => {
        const person = personOf(response)
        bodyBySchema(request, eraseSchema)
        const shown = { id: idInPath(request), version: versionOf(request) }
        const { id, version } = await store.write((tx) => eraseBeneficiary(tx, book, person, shown))
        await store.wipe()
        setVersion(response, version)
        sendJson(response, { id, version })
      },
    ],
  }
}
