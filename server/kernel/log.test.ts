import { expect, it } from 'vitest'
import { createLog } from './log.ts'

it('A field with line breaks and quotation marks begins no line of its own in the log', () => {
  const lines: string[] = []
  const reason = 'torn"\r\n{"level":50,"msg":"made up"}\u0000'
  createLog('info', { write: (line) => void lines.push(line) }).info('it failed', { reason })
  expect(lines).toHaveLength(1)
  expect(lines[0]?.trimEnd().split(/[\r\n]/).length).toBe(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'it failed', reason })
})

it('The time of a line is in UTC', () => {
  const lines: string[] = []
  createLog('info', { write: (line) => void lines.push(line) }).info('it began', {})
  expect(JSON.parse(lines[0] ?? '').time).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
})
