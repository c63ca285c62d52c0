import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openCheckpointFile, readCheckpointFile } from './checkpoint-file.ts'

const head = (seq: number) => ({ seq, mac: seq.toString(16).padStart(43, '0'), at: '2026-11-21T12:00:00.000Z' })
const line = (seq: number) => `${seq} ${head(seq).mac} ${head(seq).at}\n`

let directory: string
let path: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'payout-desk-'))
  path = join(directory, 'audit-head')
})
afterEach(() => rmSync(directory, { recursive: true }))

it('the checkpoint file is not there before something is noted', () => {
  expect(readCheckpointFile(directory)).toBeUndefined()
})

it('the checkpoint file has a line for each head, in the order of their notes, for this user alone', () => {
  const file = openCheckpointFile(directory)
  for (const seq of [1, 2, 5]) file.note([head(seq)])
  expect(readFileSync(path, 'utf8').split('\n').filter(Boolean)).toEqual(
    [line(1), line(2), line(5)].map((one) => one.trim()),
  )
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readCheckpointFile(directory)).toEqual({ heads: [head(1), head(2), head(5)], unreadable: 0 })
})

it('the checkpoint file goes on after what is there', () => {
  openCheckpointFile(directory).note([head(1)])
  openCheckpointFile(directory).note([head(2)])
  expect(readCheckpointFile(directory)?.heads).toHaveLength(2)
})

it('the checkpoint file does not grow onto a line that a power cut left unfinished', () => {
  writeFileSync(path, `${line(1)}2 0000`)
  openCheckpointFile(directory).note([head(3)])
  expect(readCheckpointFile(directory)).toEqual({ heads: [head(1), head(3)], unreadable: 1 })
})

it('the checkpoint file takes nothing for a line that was cut anywhere, as by a full disk, and then gone on with by another server', () => {
  for (let length = 0; length <= line(17_098).length; length += 1) {
    writeFileSync(path, line(17_097))
    const other = openCheckpointFile(directory)
    appendFileSync(path, line(17_098).slice(0, length))
    other.note([head(17_191)])
    const seqs = readCheckpointFile(directory)?.heads.map(({ seq }) => seq) ?? []
    expect(seqs.filter((seq) => seq !== 17_098)).toEqual([17_097, 17_191])
  }
})

it('the checkpoint file keeps the newest ten thousand lines of a file that has grown long, of those before the first and every hundredth', () => {
  writeFileSync(path, Array.from({ length: 20_101 }, (_, index) => line(index + 1)).join(''))
  const other = openCheckpointFile(directory)
  const kept = readCheckpointFile(directory)?.heads.map(({ seq }) => seq) ?? []
  expect(kept.slice(0, 4)).toEqual([1, 100, 200, 300])
  expect(kept.slice(100, 104)).toEqual([10_000, 10_100, 10_102, 10_103])
  expect(kept).toHaveLength(10_102)
  other.note([head(20_102)])
  expect(readCheckpointFile(directory)?.heads.at(-1)).toEqual(head(20_102))
  expect(statSync(path).mode & 0o777).toBe(0o600)
  openCheckpointFile(directory)
  expect(readCheckpointFile(directory)?.heads).toHaveLength(10_103)
})

it('the checkpoint file keeps two lines for one entry however old they are: both cannot be right', () => {
  const other = { ...head(42), mac: 'f'.repeat(43) }
  writeFileSync(path, Array.from({ length: 20_101 }, (_, index) => line(index + 1)).join(''))
  openCheckpointFile(directory)
  writeFileSync(
    path,
    `42 ${other.mac} ${other.at}\n${Array.from({ length: 20_101 }, (_, index) => line(index + 1)).join('')}`,
  )
  openCheckpointFile(directory)
  expect(readCheckpointFile(directory)?.heads.filter(({ seq }) => seq === 42)).toEqual([other, head(42)])
})

it('the checkpoint file is written to also after another process has shortened it', () => {
  const first = openCheckpointFile(directory)
  first.note([head(1)])
  appendFileSync(path, Array.from({ length: 20_101 }, (_, index) => line(index + 2)).join(''))
  openCheckpointFile(directory)
  first.note([head(20_103)])
  expect(readCheckpointFile(directory)?.heads.at(-1)).toEqual(head(20_103))
})

it('the checkpoint file does not fail what is committed already when it cannot be written', () => {
  const file = openCheckpointFile(directory)
  file.note([head(1)])
  rmSync(directory, { recursive: true })
  expect(() => file.note([head(2)])).not.toThrow()
  directory = mkdtempSync(join(tmpdir(), 'payout-desk-'))
})
