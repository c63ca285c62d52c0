import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { findPostgres } from '../bin/find-postgres.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payout-desk-'))
  vi.stubEnv('PAYOUT_DESK_POSTGRES_BIN', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

it('The PostgreSQL that PAYOUT_DESK_POSTGRES_BIN names is the one to use, whatever else is installed', () => {
  for (const name of ['initdb', 'postgres']) writeFileSync(join(folder, name), '')
  expect(findPostgres()).toBe(folder)
})

it('The PostgreSQL that PAYOUT_DESK_POSTGRES_BIN names must have the programs that are wanted: nothing else is taken instead', () => {
  writeFileSync(join(folder, 'pg_dump'), '')
  expect(findPostgres(['pg_dump'])).toBe(folder)
  expect(() => findPostgres()).toThrow('which has no initdb, postgres')
})
