import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a process has used of the processors so far, in ms, with all its threads. */
export function cpuMsOf(pid: number): number {
  return tasksOf(pid).reduce((total, task) => total + threadMs(pid, task), 0)
}

/** Those of a PostgreSQL: its connections are processes of their own. */
export function cpuMsOfPostgres(dataFolder: string): number {
  const postmaster = Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid === postmaster || parentOf(pid) === postmaster)
  return pids.reduce((total, pid) => total + cpuMsOf(pid), 0)
}

function threadMs(pid: number, task: string): number {
  const [nanoseconds] = read(`/proc/${pid}/task/${task}/schedstat`).split(' ')
  return Number(nanoseconds) / 1_000_000
}

function parentOf(pid: number): number {
  return Number(/\nPPid:\t(\d+)/.exec(read(`/proc/${pid}/status`))?.[1])
}

/** A process may have ended since it was listed: of PostgreSQL, one that tidies up. */
function tasksOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** The same. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
