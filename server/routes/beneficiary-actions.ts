import { revealSchema } from '#shared/api/beneficiary.ts'
import { eraseSchema } from '#shared/api/personal-data.ts'
import type { AppDeps } from '../app-deps.ts'
import { revealBeneficiary } from '../beneficiaries/find-beneficiaries.ts'
import { eraseBeneficiary, personalData } from '../beneficiaries/person-data.ts'
import { setStatus } from '../beneficiaries/save-beneficiary.ts'
import { bodyBySchema, idInPath } from '../http/body-by-schema.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { jsonBody } from '../http/json-body.ts'
import { personOf } from '../http/person.ts'
import { sendJson } from '../http/send-json.ts'
import { setVersion, versionOf } from '../http/version.ts'

type Parts = Pick<AppDeps, 'store'>

/** What a person does with a beneficiary beside editing it. */
export function beneficiaryActions(deps: Parts): readonly Endpoint[] {
  return [approvalState(deps, 'archive'), approvalState(deps, 'restore'), revealing(deps), dataOf(deps), erasing(deps)]
}

function approvalState({ store }: Parts, act: 'archive' | 'restore'): Endpoint {
  const status = act === 'archive' ? 'archived' : 'active'
  return {
    path: `/api/beneficiaries/:id/${act}`,
    post: [
      async (request, response) => {
        const person = personOf(response)
        const shown = { id: idInPath(request), version: versionOf(request) }
        const { id, version } = await store.write((tx) => setStatus(tx, person, shown, status))
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
        const { version, entry } = await revealBeneficiary(store, person, idInPath(request), purpose)
        setVersion(response, version)
        sendJson(response, { version, entry })
      },
    ],
  }
}

/** A file to hand over; its name tells nobody whose it is. By POST, as making it is recorded. */
function dataOf({ store }: Parts): Endpoint {
  return {
    path: '/api/beneficiaries/:id/personal-data',
    post: [
      async (request, response) => {
        const data = await personalData(store, personOf(response), idInPath(request))
        response.setHeader('content-disposition', 'attachment; filename="personal-data.json"')
        sendJson(response, data, 2)
      },
    ],
  }
}

function erasing({ store }: Parts): Endpoint {
  return {
    path: '/api/beneficiaries/:id/erase',
    post: [
      jsonBody,
      async (request, response) => {
        const person = personOf(response)
        bodyBySchema(request, eraseSchema)
        const shown = { id: idInPath(request), version: versionOf(request) }
        const { id, version } = await store.write((tx) => eraseBeneficiary(tx, person, shown))
        await store.wipe()
        setVersion(response, version)
        sendJson(response, { id, version })
      },
    ],
  }
}
