import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import SqliteFile from 'libsql'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { wipeRemains } from './sqlite-remains.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payout-desk-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = () => join(folder, 'some.db')

function open(): SqliteFile.Database {
  const file = new SqliteFile(path())
  for (const pragma of ['journal_mode = wal', 'secure_delete = on']) file.exec(`pragma ${pragma}`)
  return file
}

const count = 3_000

/** People who were added one by one among each other, so that pages are divided everywhere, and every tenth of whom was then erased. */
function addAndErase(file: SqliteFile.Database): void {
  file.exec('create table people (id text primary key, name text); create index names on people (name)')
  file.exec('begin')
  const add = file.prepare('insert into people values (?, ?)')
  for (let i = 0; i < count; i += 1) {
    const order = createHash('sha256').update(`${i}`).digest('hex')
    add.run(order, `${order.slice(32)} ${i % 10 === 0 ? 'Quetzala' : 'Ana'} ${'x'.repeat(i % 700)}`)
  }
  file.exec('commit')
  file.exec("delete from people where name like '%Quetzala%'")
}

const isIn = (name: string) => readFileSync(join(folder, name)).includes('Quetzala')
const isOnDisk = () => readdirSync(folder).some(isIn)
const rowsIn = (file: SqliteFile.Database) => file.prepare('select id, name from people order by id').raw().all()

it('Nothing is left of whom was erased among others, who all stay as they were and as they are changed meanwhile', async () => {
  const file = open()
  addAndErase(file)
  file.exec('pragma wal_checkpoint(truncate)')
  expect(isIn('some.db')).toBe(true)
  const before = rowsIn(file)
  const wiping = { isOver: false }
  const wiped = wipeRemains(path()).finally(() => {
    wiping.isOver = true
  })
  let added = 0
  for (; !wiping.isOver; added += 1) {
    file.prepare('insert into people values (?, ?)').run(`z${String(added).padStart(9, '0')}`, 'Bea')
    await turn()
  }
  await wiped
  expect(added).toBeGreaterThan(1)
  expect(rowsIn(file).slice(0, before.length)).toEqual(before)
  expect(rowsIn(file)).toHaveLength(before.length + added)
  expect(file.prepare('pragma integrity_check').raw().all()).toEqual([['ok']])
  expect(isOnDisk()).toBe(false)
  file.close()
})

it('The log is emptied once it has no reader left', async () => {
  const file = open()
  addAndErase(file)
  const reader = open()
  reader.exec('begin')
  rowsIn(reader)
  file.exec("insert into people values ('z', 'Bea')")
  const wiping = { isOver: false }
  const wiped = wipeRemains(path()).finally(() => {
    wiping.isOver = true
  })
  for (let i = 0; i < 20; i += 1) await turn()
  expect(wiping.isOver).toBe(false)
  reader.exec('commit')
  await wiped
  expect(isOnDisk()).toBe(false)
  reader.close()
  file.close()
})
