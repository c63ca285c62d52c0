import { expect, test } from 'vitest'
import { explainTrouble, troubleOf } from './trouble.ts'

const failed = (code: string, message = 'words of the database') => Object.assign(new Error(message), { code })

test.each([
  ['SQLITE_CORRUPT', 'STORE_DAMAGED', /damaged: .* bring back a backup with npm run restore$/],
  ['SQLITE_CORRUPT_INDEX', 'STORE_DAMAGED', /damaged/],
  ['XX002', 'STORE_DAMAGED', /damaged/],
  ['SQLITE_FULL', 'STORE_FULL', /disk of the database is full: free space on it$/],
  ['53100', 'STORE_FULL', /disk of the database is full/],
  ['SQLITE_IOERR_WRITE', 'STORE_UNAVAILABLE', /fails to read or write: look at its health/],
  ['SQLITE_READONLY', 'STORE_UNAVAILABLE', /give the user of this program/],
  ['SQLITE_BUSY', 'STORE_BUSY', /asked .* than it does in time: .* holds its write lock and hangs$/],
  ['STORE_BUSY', 'STORE_BUSY', /than it does in time/],
  ['57014', 'STORE_UNAVAILABLE', /pg_stat_activity/],
  ['53200', 'STORE_UNAVAILABLE', /no memory left: give it more/],
  ['53300', 'STORE_UNAVAILABLE', /no more connections: end some, or raise max_connections$/],
  ['57P01', 'STORE_UNAVAILABLE', /ends, starts or has crashed: its own log says which$/],
  ['3D000', 'STORE_UNAVAILABLE', /does not open the database that DATABASE_URL names$/],
  ['28P01', 'STORE_UNAVAILABLE', /refuses the user of DATABASE_URL/],
  ['ECONNREFUSED', 'STORE_UNAVAILABLE', /not reached: look whether it runs/],
])('The database’s code %s is %s, with what to do', (code, problem, advice) => {
  expect(troubleOf(failed(code))).toMatchObject({ problem, code, advice: expect.stringMatching(advice) })
  expect(explainTrouble(failed(code))).toMatch(/^[^\n]+ \(\w+\)$/)
})

test('What the clients say without a code has the code that comes nearest', () => {
  expect(troubleOf(new Error('Connection terminated unexpectedly'))?.code).toBe('08006')
  expect(troubleOf(new Error('timeout exceeded when trying to connect'))?.code).toBe('STORE_BUSY')
  expect(troubleOf(failed('', 'ConnectionFailed("Unable to open connection to local database x: 14")'))?.code).toBe(
    'SQLITE_CANTOPEN',
  )
})

test('A statement that is wrong is a bug, and no trouble with the database', () => {
  for (const code of ['SQLITE_CONSTRAINT_UNIQUE', '23505', '42601', '22P02', '']) {
    expect(troubleOf(failed(code))).toBeUndefined()
    expect(explainTrouble(failed(code))).toBeUndefined()
  }
  expect(troubleOf('text')).toBeUndefined()
})

test('A statement that SQLite does not understand is a bug to a request, and a damaged file to who starts a program', () => {
  expect(troubleOf(failed('SQLITE_ERROR'))).toBeUndefined()
  expect(explainTrouble(failed('SQLITE_ERROR'))).toMatch(/^the database is damaged: .*\(SQLITE_ERROR\)$/)
})

test('A file of the data that cannot be used is named, with what to do', () => {
  const broken = (code: string) => Object.assign(failed(code), { path: '/data/audit-head', syscall: 'open' })
  expect(explainTrouble(broken('EACCES'))).toMatch(/^\/data\/audit-head cannot be used: .* belong to .* \(EACCES\)$/)
  expect(explainTrouble(broken('ENOSPC'))).toBe('/data/audit-head cannot be used: free space on its disk (ENOSPC)')
  expect(explainTrouble(broken('ENOTDIR'))).toBe(
    '/data/audit-head cannot be used: a file is where a folder should be (ENOTDIR)',
  )
})
