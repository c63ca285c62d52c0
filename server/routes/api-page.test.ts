import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { problemCodes } from '#shared/api/problem.ts'

const page = readFileSync('docs/api.md', 'utf8')

/** The codes of its tables, with their status. */
const named = [...page.matchAll(/^\| (\d{3}) \| (.*?) \|(.*)$/gm)].flatMap(([, status, codes = '', advice]) =>
  [...codes.matchAll(/`([A-Z_]+)`/g)].map(([, code = '']) => ({ code, status: Number(status), advice })),
)

it('docs/api.md names each problem that there is once, with its status', () => {
  const all = Object.entries(problemCodes).map(([code, { status }]) => `${code} ${status}`)
  expect(named.map(({ code, status }) => `${code} ${status}`).toSorted()).toEqual(all.toSorted())
})

it('docs/api.md says what to do about each problem that a token can meet', () => {
  const { paths, components } = documentSchema.parse(JSON.parse(readFileSync('docs/api/openapi.json', 'utf8')))
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const ofTokens = operations.filter(({ security = [] }) => security.some((one) => 'token' in one))
  const references = new Set(
    ofTokens.flatMap(({ responses }) => Object.values(responses).flatMap(({ $ref }) => $ref ?? [])),
  )
  const met = [...references].flatMap((reference) => {
    const { description = '' } = components.responses[reference.slice('#/components/responses/'.length)] ?? {}
    return [...description.matchAll(/([A-Z_]{4,}):/g)].map(([, code]) => code)
  })
  expect(new Set(met).size).toBeGreaterThan(20)
  const explained = new Set(named.filter(({ advice }) => advice !== '').map(({ code }) => code))
  expect([...new Set(met)].filter((code) => code === undefined || !explained.has(code))).toEqual([])
})

const responseSchema = z.object({ $ref: z.optional(z.string()) })

const operationSchema = z.object({
  security: z.optional(z.array(z.record(z.string(), z.unknown()))),
  responses: z.record(z.string(), responseSchema),
})

const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ responses: z.record(z.string(), z.object({ description: z.string() })) }),
})
