import { once } from 'node:events'
import { createServer } from 'node:http'
import express from 'express'
import { expect, it } from 'vitest'
import { problemSchema } from '#shared/api/problem.ts'
import type { LogFields } from '../kernel/log.ts'
import { problemResponses } from './problems.ts'
import { requestId } from './request-log.ts'

it('a bug answers 500 without its message, and is logged with where it happened, without its message', async () => {
  const logged: LogFields[] = []
  const app = express()
  app.use(requestId)
  app.use(() => {
    throw new TypeError('the document 12345678 of Ana')
  })
  const error = (_event: string, fields: LogFields) => void logged.push(fields)
  app.use(problemResponses({ info: () => {}, error, trouble: () => {} }))
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const answer = await fetch(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`)
  const text = await answer.text()
  server.close()

  expect(answer.status).toBe(500)
  const problem = problemSchema.parse(JSON.parse(text))
  expect(problem).toMatchObject({
    code: 'INTERNAL_ERROR',
    retryable: false,
    requestId: answer.headers.get('x-request-id'),
  })
  expect(logged).toEqual([
    {
      requestId: problem.requestId,
      errorName: 'TypeError',
      frames: expect.arrayContaining([expect.stringMatching(/problems\.test\.ts/)]),
    },
  ])
  for (const output of [text, JSON.stringify(logged)]) expect(output).not.toMatch(/12345678|Ana/)
})
