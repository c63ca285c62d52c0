import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemSchema } from '#shared/api/problem.ts'
import { reasons } from '#shared/api/reasons.ts'
import { validationOutcomeSchema, validationStatuses } from '#shared/api/validation.ts'
import { outcome, type ScriptedProvider, startScriptedProvider } from '../testing/scripted-provider.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const identity = {
  country: 'AR',
  firstName: 'Ana',
  lastName: 'Prueba',
  documentType: 'DNI',
  documentNumber: '12345678',
}
const paths = [
  ['/api/identity-validations', identity],
  ['/api/bank-validations', { ...identity, accountNumber: '0110599520000001234567' }],
] as const

/** Every reason of the interface, one that it does not list, text that looks like a status, and none. */
const answeredReasons = [...reasons.map(({ code }) => code), 'A_NEW_REASON ñ', 'OK', '', null]

/** What the provider says next. */
let next: { readonly http: number; readonly status: string; readonly reason: string | null }
let provider: ScriptedProvider
let app: TestApp

beforeAll(async () => {
  provider = await startScriptedProvider((response, id) =>
    outcome(next.http, next.status, { validationResultReason: next.reason })(response, id),
  )
  app = await startTestApp({
    PROVIDER_BASE_URL: provider.baseUrl,
    PROVIDER_SHOP_ID: '4711',
    PROVIDER_API_TOKEN: 'token-7f3a',
  })
})

afterAll(async () => {
  await app.stop()
  await provider.stop()
})

describe.each(paths)('POST %s', (path, body) => {
  describe.each(validationStatuses)('with the status %s', (status) => {
    it.each(answeredReasons)('and the reason %j passes both through as they are after HTTP 200', async (reason) => {
      next = { http: 200, status, reason }
      const answer = await app.post(path, body)
      expect(answer.status).toBe(200)
      expect(validationOutcomeSchema.parse(answer.json)).toMatchObject({ ran: true, status, reason })
    })

    it.each(answeredReasons)('and the reason %j is no outcome after HTTP 400', async (reason) => {
      next = { http: 400, status, reason }
      const answer = await app.post(path, body)
      expect(answer.status).toBe(422)
      expect(problemSchema.parse(answer.json)).toMatchObject({
        code: 'VALIDATION_NOT_RUN',
        provider: { status, reason },
      })
    })
  })
})
