import { setTimeout as wait } from 'node:timers/promises'
import SqliteFile from 'libsql'

/** How many pages are read before other work has a turn; and how many of those that hold remains are written at once. */
const readAtOnce = 256
const writtenAtOnce = 32

/** Between two transactions: others look for the write lock now and then. */
const pauseMs = 5

/** What is moved meanwhile can come to a page that was looked at already. It is looked for again, but not for ever. */
const mostRounds = 3

/**
 * Overwrites what SQLite leaves of rows that were erased, while others use the database. What it deletes it overwrites itself (secure_delete),
 * but where it moves rows from page to page the former ones stay in the gap of a page, which nothing reads; and what was overwritten stays in
 * the log. Each transaction takes a few milliseconds, while all who write would wait for the whole of a `vacuum`.
 */
export async function wipeRemains(path: string): Promise<void> {
  const file = new SqliteFile(path)
  try {
    for (const pragma of ['busy_timeout = 60000', 'synchronous = normal']) file.exec(`pragma ${pragma}`)
    let rounds = 1
    while ((await wipeGaps(file)) > 0 && rounds < mostRounds) rounds += 1
    await emptyLog(file)
  } finally {
    file.close()
  }
}

/** Answers in how many pages there were remains. */
async function wipeGaps(file: SqliteFile.Database): Promise<number> {
  const pages = pagesOf(file)
  let wiped = 0
  for (let first = 1; first <= pages.count; first += readAtOnce) {
    const numbers = Array.from({ length: Math.min(readAtOnce, pages.count + 1 - first) }, (_, i) => first + i)
    const found = inTransaction(file, 'begin', () => numbers.filter((number) => pages.wiped(number) !== undefined))
    for (let from = 0; from < found.length; from += writtenAtOnce) {
      inTransaction(file, 'begin immediate', () => found.slice(from, from + writtenAtOnce).forEach(pages.wipe))
      await wait(pauseMs)
    }
    wiped += found.length
  }
  return wiped
}

/** The pages of a database, as a table of SQLite's own has them. */
function pagesOf(file: SqliteFile.Database) {
  const read = file.prepare('select data from sqlite_dbpage where pgno = ?').raw()
  const write = file.prepare('update sqlite_dbpage set data = ? where pgno = ?')
  const wiped = (number: number) => {
    const page = firstOf(read.get(number))
    return page instanceof Buffer ? withoutRemains(page, number) : undefined
  }
  return {
    count: Number(firstOf(file.prepare('pragma page_count').raw().get())),
    wiped,
    wipe(number: number) {
      const page = wiped(number)
      if (page !== undefined) write.run(page, number)
    },
  }
}

/** How long the head of a page of rows is, by its first byte; no other page begins with one of these. */
const headLengths: Readonly<Record<number, number>> = { 2: 12, 5: 12, 10: 8, 13: 8 }

/** The head of the whole file, before that of its first page. */
const fileHead = 100

/**
 * A page without what is left in its gap, which is between its list of cells and the first of them; undefined where there is nothing. See
 * “B-tree Pages” of SQLite's description of its file format.
 */
function withoutRemains(page: Buffer, number: number): Buffer | undefined {
  const head = number === 1 ? fileHead : 0
  const { [page[head] ?? 0]: headLength } = headLengths
  if (headLength === undefined) return undefined
  const from = head + headLength + 2 * page.readUInt16BE(head + 3)
  const to = page.readUInt16BE(head + 5) || 65_536
  if (to > page.length || page.subarray(from, to).every((byte) => byte === 0)) return undefined
  return Buffer.from(page).fill(0, from, to)
}

/** The first column of a row. */
function firstOf(row: unknown): unknown {
  return Array.isArray(row) ? row[0] : undefined
}

function inTransaction<Result>(file: SqliteFile.Database, begin: string, work: () => Result): Result {
  file.exec(begin)
  try {
    return work()
  } finally {
    file.exec('commit')
  }
}

/** How long emptying the log waits for others who read it, such as a backup. */
const emptyingLimitMs = 600_000

/** Writers wait while this waits for readers: never for long at once. */
async function emptyLog(file: SqliteFile.Database): Promise<void> {
  file.exec('pragma busy_timeout = 20')
  const end = performance.now() + emptyingLimitMs
  const isBusy = (way: string) => firstOf(file.prepare(`pragma wal_checkpoint(${way})`).raw().get()) !== 0
  while (isBusy('passive') || isBusy('truncate')) {
    if (performance.now() > end) throw new Error('The log of the database is read all the time.')
    await wait(100)
  }
}
