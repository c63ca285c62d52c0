import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { problemCodes } from '#shared/api/problem.ts'

const page = readFileSync('docs/api.md', 'utf8')

it('docs/api.md names problems that there are, with their status', () => {
  const named = [...page.matchAll(/^\| (\d{3}) \| (.*?) \|/gm)].flatMap(([, status, codes = '']) =>
    [...codes.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => [code, Number(status)]),
  )
  expect(named.length).toBeGreaterThan(6)
  const statuses = new Map<string, number>(Object.entries(problemCodes).map(([code, { status }]) => [code, status]))
  expect(named.filter(([code, status]) => statuses.get(String(code)) !== status)).toEqual([])
})
