import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { makePrivateFile } from './private-files.ts'

/** The driver, by its path: the other process has no folder to look for it in. */
const driver = createRequire(import.meta.url).resolve('libsql')

/**
 * Writes the file again: what SQLite moved between pages stays in their gaps, whatever secure_delete does, and what was overwritten in the
 * log. In a process of its own, as it takes seconds for a large file: who reads goes on, and who writes waits for the write lock. A reader
 * in the middle of the log keeps it from being emptied for a moment.
 */
const program = `
const File = require(process.argv[1])
const file = new File(process.argv[2])
for (const command of ['busy_timeout = 60000', 'secure_delete = on']) file.exec('pragma ' + command)
file.exec('vacuum')
const end = Date.now() + 10000
const isBusy = () => file.prepare('pragma wal_checkpoint(truncate)').get().busy !== 0
while (isBusy()) {
  if (Date.now() > end) process.exit(1)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
}
file.close()
`

/** How long the end of the store waits for a compaction, which the next start then begins again, in ms. */
const endLimitMs = 3_000

/** Compacts a database after erasures, one at a time. A file beside it tells, until it is done, that there is still something to do. */
export function createCompaction(path: string) {
  const due = `${path}-compaction`
  let running: Promise<void> | undefined
  let child: ChildProcess | undefined
  let isAskedAgain = false
  async function compact() {
    do {
      isAskedAgain = false
      child = spawn(process.execPath, ['-e', program, driver, path], { env: {}, stdio: 'ignore' })
      const [code] = await once(child, 'exit')
      if (code !== 0) throw new Error(`The compaction of the database ended with ${code}.`)
    } while (isAskedAgain)
    rmSync(due, { force: true })
  }
  /** Resolves once nothing is left of what was overwritten before. */
  function begin(): Promise<void> {
    makePrivateFile(due)
    isAskedAgain = true
    running ??= compact().finally(() => {
      running = undefined
    })
    return running
  }
  return {
    begin,
    /** Begins what an earlier process has not ended; what fails is begun again at the next start. */
    resume() {
      if (existsSync(due)) begin().catch(() => {})
    },
    async end() {
      const limit = setTimeout(() => child?.kill('SIGKILL'), endLimitMs)
      await running?.catch(() => {})
      clearTimeout(limit)
    },
  }
}
