import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hostileFiles } from './testing/hostile-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'payout-desk-hostile-'))
const program = join(folder, 'read-alone.mjs')

beforeAll(() => {
  const entryPoints = [join(import.meta.dirname, 'testing/read-alone.ts')]
  buildSync({ entryPoints, outfile: program, bundle: true, platform: 'node', format: 'esm' })
})

afterAll(() => rmSync(folder, { recursive: true }))

/** What a process of its own takes beyond its start, as a worker that has read nothing before. */
const limits = { cpuMs: 500, megabytes: 100 }

/** A busy machine takes longer for the same: what takes too long is measured again. */
function readAlone(path: string, tries = 3): { outcome: string; cpuMs: number; megabytes: number } {
  const measured = JSON.parse(execFileSync(process.execPath, [program, path], { encoding: 'utf8' }))
  return measured.cpuMs < limits.cpuMs || tries === 1 ? measured : readAlone(path, tries - 1)
}

it.each(hostileFiles)('Hostile files: $what is answered with $expected, soon and with little memory', (file) => {
  const path = join(folder, 'file')
  writeFileSync(path, file.make())
  const { outcome, cpuMs, megabytes } = readAlone(path)
  expect(outcome).toBe(file.expected)
  expect(cpuMs).toBeLessThan(limits.cpuMs)
  expect(megabytes).toBeLessThan(limits.megabytes)
})
