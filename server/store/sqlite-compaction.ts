import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makePrivateFile } from './private-files.ts'

/** Wipes in a process of its own, as a large file takes seconds of a processor. */
const program = fileURLToPath(new URL(`./compact-sqlite${extname(import.meta.url)}`, import.meta.url))

/** The arguments with which Node runs the source, as in tests, or the build. */
const runner = program.endsWith('.ts') ? ['--import', 'tsx'] : []

/** How long the end of the store waits for a compaction, which the next start then begins again, in ms. */
const endLimitMs = 3_000

/** Compacts a database after erasures, one at a time. A marker file next to it exists until it is done. */
export function createCompaction(path: string) {
  const due = `${path}-compaction`
  let running: Promise<void> | undefined
  let child: ChildProcess | undefined
  let isAskedAgain = false
  async function compact() {
    do {
      isAskedAgain = false
      child = spawn(process.execPath, [...runner, program, path], { env: {}, stdio: 'ignore' })
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
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
