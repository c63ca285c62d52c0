import { existsSync, readFileSync, statSync } from 'node:fs'
import { readFile, refusalOfSize } from '#shared/files/read-file.ts'

/** A program that reads a file as the page does, and says what became of it and what that took. */
const path = process.argv[2] ?? ''
const before = peakMegabytes()
const { user, system } = process.cpuUsage()
const reading = refusalOfSize(statSync(path).size) ?? (await readFile(readFileSync(path)))
const used = process.cpuUsage({ user, system })
process.stdout.write(
  JSON.stringify({
    outcome: 'refusal' in reading ? reading.refusal : 'read',
    cpuMs: (used.user + used.system) / 1_000,
    megabytes: peakMegabytes() - before,
  }),
)

/** Linux says what this program alone took at most; elsewhere that of the program that began it is counted in. */
function peakMegabytes(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]
  return (kilobytes === undefined ? process.resourceUsage().maxRSS : Number(kilobytes)) / 1_024
}
