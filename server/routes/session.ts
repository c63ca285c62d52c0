import type { Response } from 'express'
import type { Person } from '#shared/api/person.ts'
import { signInSchema } from '#shared/api/session.ts'
import type { AppDeps } from '../app-deps.ts'
import { bodyBySchema } from '../http/body-by-schema.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { jsonBody } from '../http/json-body.ts'
import { personIfAny } from '../http/person.ts'
import { sendJson } from '../http/send-json.ts'
import { dropSessionToken, keepSessionToken } from '../http/session-cookie.ts'
import { sessionToken } from '../people/session-token.ts'

/** /api/session: who works here (GET), saying who one is (POST), and leaving (DELETE). */
export function session({ people, store }: Pick<AppDeps, 'people' | 'store'>): Endpoint {
  const present = async (response: Response, person: Person | undefined) => {
    const everybody = await people.list()
    sendJson(response, {
      signIn: 'local',
      person: person === undefined ? null : onTheWire(person),
      people: everybody.map(onTheWire),
    })
  }
  return {
    path: '/api/session',
    get: (_request, response) => present(response, personIfAny(response)),
    post: [
      jsonBody,
      async (request, response) => {
        const { name } = bodyBySchema(request, signInSchema)
        const person = await people.signIn(name)
        keepSessionToken(response, sessionToken(store.encryption, person.id))
        await present(response, person)
      },
    ],
    delete: [
      (_request, response) => {
        dropSessionToken(response)
        return present(response, undefined)
      },
    ],
  }
}

function onTheWire({ id, name }: Person) {
  return { id, name }
}
