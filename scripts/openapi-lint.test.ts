import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'

const report = z.object({
  totals: z.object({ errors: z.number(), warnings: z.number(), ignored: z.number() }),
  problems: z.array(z.object({ ruleId: z.string(), location: z.array(z.object({ pointer: z.optional(z.string()) })) })),
})

it('The OpenAPI document in docs/ has neither an error nor a warning by the rules that Redocly recommends', () => {
  const program = 'node_modules/@redocly/cli/bin/cli.js'
  // Else it asks a server for its newest version, and reports what it was used for.
  const env = { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const args = [program, 'lint', 'docs/api/openapi.json', '--format=json']
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  const { totals, problems } = z.parse(report, JSON.parse(stdout || expect.fail(stderr)))
  expect(problems.map(({ ruleId, location: [at] }) => `${ruleId} ${at?.pointer}`)).toEqual([])
  expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 })
})
