import { existsSync, readFileSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { refusalOfSize } from '#shared/files/read-file.ts'
import { cpuTimeMs, paceMs } from '#shared/testing/cpu-time.ts'
import { readFile } from './read-at-once.ts'

/** A program that reads each file whose path it is given, as the page does, and answers what became of it and what that took. */
const before = peakMegabytes()
for await (const path of createInterface({ input: process.stdin })) {
  const start = cpuTimeMs()
  const reading = refusalOfSize(statSync(path).size) ?? (await readFile(readFileSync(path)))
  const usedMs = cpuTimeMs() - start
  const answer = {
    outcome: 'refusal' in reading ? reading.refusal : 'read',
    // On no machine a hundred milliseconds are too many.
    paces: usedMs < 100 ? 0 : usedMs / paceMs(),
    // Since the program began, so that the files before are counted in.
    megabytes: peakMegabytes() - before,
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}

/** Linux says what this program alone took at most; elsewhere that of the program that began it is counted in. */
function peakMegabytes(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]
  return (kilobytes === undefined ? process.resourceUsage().maxRSS : Number(kilobytes)) / 1_024
}
