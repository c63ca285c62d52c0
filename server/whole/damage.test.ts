import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { backup } from '../programs/data-programs.ts'
import { verifyAudit } from '../programs/verify-audit.ts'
import { sqliteFileIn } from '../store/database-kind.ts'
import { openStore } from '../store/open-store.ts'
import { startServer } from '../testing/server-program.ts'

let whole: string
let dataDirectory: string
beforeAll(async () => {
  whole = mkdtempSync(join(tmpdir(), 'payout-desk-'))
  const store = await openStore({ dataDirectory: whole }, () => new Date())
  await store.write(async ({ db, audit }) => {
    await db.insertInto('people').values({ id: 'p1', name: 'Ana Souza', name_key: 'ana', created_at: '' }).execute()
    await audit({ personId: 'p1', action: 'session.began', thing: { type: 'person', id: 'p1' } })
  })
  await store.close()
})
afterAll(() => {
  rmSync(whole, { recursive: true })
})
beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'payout-desk-'))
  for (const name of ['payout-desk.db', 'data-key', 'audit-head'])
    copyFileSync(join(whole, name), join(dataDirectory, name))
  vi.stubEnv('DATA_DIR', dataDirectory)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(dataDirectory, { recursive: true })
})

const start = async () => {
  const { ended, output } = startServer({ PORT: '0', DATA_DIR: dataDirectory })
  expect(await ended).toEqual([1, null])
  expect(output.out).toBe('')
  return output.err.trimEnd()
}
const backUp = async () => (await backup([join(dataDirectory, 'copy')], { postgresPrograms: undefined })).text
const verify = async () => (await verifyAudit([])).text

/** Changes one byte of the file. */
function flip(path: string, at: number, mask: number): void {
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(at) ^ mask, at)
  writeFileSync(path, bytes)
}

const damages: Readonly<Record<string, (path: string) => void>> = {
  'of which one byte of the header was flipped': (path) => flip(path, 3, 1),
  'of which one byte of the first page was flipped': (path) => flip(path, 100, 4),
  'that was cut': (path) => truncateSync(path, 5_000),
  'that is another file': (path) => writeFileSync(path, 'a letter to the bank '.repeat(500)),
}

for (const [what, damage] of Object.entries(damages)) {
  it(`a database ${what} is named by start, backup and verify-audit in one line, with what to do`, async () => {
    damage(sqliteFileIn(dataDirectory))
    const line =
      /: the database is damaged: end all servers on it, keep a copy of it, and bring back a backup with npm run restore \(SQLITE_[A-Z]+\)\.$/
    for (const said of [await start(), await backUp(), await verify()]) {
      expect(said).toMatch(line)
      expect(said).not.toContain('\n')
    }
  })
}

it('a database that cannot be opened is named by start, backup and verify-audit in one line, with what to do', async () => {
  rmSync(sqliteFileIn(dataDirectory))
  mkdirSync(sqliteFileIn(dataDirectory))
  for (const said of [await start(), await backUp(), await verify()]) {
    expect(said).toMatch(/: the file of the database cannot be opened or written: give .* \(SQLITE_CANTOPEN\)\.$/)
    expect(said).not.toContain('\n')
  }
})

it('a text of which a bit was flipped, so that it is none, ends neither backup nor verify-audit without a word', async () => {
  const path = sqliteFileIn(dataDirectory)
  flip(path, readFileSync(path).indexOf('Ana Souza'), 0x80)
  for (const said of [await backUp(), await verify()]) {
    expect(said).toMatch(/: the database is damaged: .* \(people\.name holds bytes that are no text\)\.$/)
    expect(said).not.toContain('\n')
  }
})

it('a folder for data that cannot be made ends the start at once, in one line', async () => {
  for (const path of ['/proc/nothing', '/proc/nothing/below', '/dev/null']) {
    vi.stubEnv('DATA_DIR', path)
    const { ended, output } = startServer({ PORT: '0', DATA_DIR: path })
    expect(await ended).toEqual([1, null])
    expect(output.err).toMatch(
      /^Payout Desk 1[^:]* cannot start: DATA_DIR \S+ cannot be used: it must be a folder [^\n]*\n$/,
    )
  }
})
