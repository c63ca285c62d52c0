import { existsSync, readFileSync, statSync } from 'node:fs'
import { readFile, refusalOfSize } from '#shared/files/read-file.ts'
import { cpuTimeMs, paceMs } from '#shared/testing/cpu-time.ts'

/** A program that reads a file as the page does, and says what became of it and what that took. */
const path = process.argv[2] ?? ''
const before = peakMegabytes()
const start = cpuTimeMs()
const reading = refusalOfSize(statSync(path).size) ?? (await readFile(readFileSync(path)))
const usedMs = cpuTimeMs() - start
process.stdout.write(
  JSON.stringify({
    outcome: 'refusal' in reading ? reading.refusal : 'read',
    // On no machine a hundred milliseconds are too many.
    paces: usedMs < 100 ? 0 : usedMs / paceMs(),
    megabytes: peakMegabytes() - before,
  }),
)

/** Linux says what this program alone took at most; elsewhere that of the program that began it is counted in. */
function peakMegabytes(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]
  return (kilobytes === undefined ? process.resourceUsage().maxRSS : Number(kilobytes)) / 1_024
}
