/**
 * `npm run bench:reading`: how many full entries one core reads in a second, from the raw values to the request with all changes, warnings
 * and notices: the sample of every country and method with every field filled, as it is and as people type and paste it.
 */
import fc from 'fast-check'
import { previewPayout } from '#shared/payout/read-entry.ts'
import { noisyEntry } from '#shared/testing/noisy-entries.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'

const rounds = 7
const roundMs = 1_000
const waysOfTyping = 400

const optional = {
  email: 'ana@example.com',
  city: 'São Paulo',
  externalReference: 'PD-7K3MX2QA',
  NotificationUrl: 'https://hooks.example.com/payouts',
  PaymentReason: 'Invoice 4711',
  testMode: true,
}
const full = sampleEntries.map((sample) => ({ ...sample, entry: { ...optional, ...sample.entry } }))
const typed = full.flatMap((sample) => fc.sample(noisyEntry(sample), { numRuns: waysOfTyping, seed: 1 }))
const asTheyStand = full.map(({ entry }) => entry)

report('samples as they stand', asTheyStand)
report('as people type and paste them', typed)
report(
  'one after the other',
  typed.flatMap((entry, place) => [entry, asTheyStand[place % asTheyStand.length]]),
)

/** The median of the rounds after the first, in which the code is compiled. */
function report(what: string, entries: readonly unknown[]): void {
  const refused = entries.filter((entry) => !previewPayout(entry).ok)
  if (refused.length > 0) throw new Error(`${refused.length} of ${entries.length} entries are no good entries`)
  const [, ...measured] = Array.from({ length: rounds + 1 }, () => readingsPerSecond(entries))
  const sorted = measured.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  process.stdout.write(`${what}: ${Math.round(median).toLocaleString('en')} readings a second of CPU\n`)
}

function readingsPerSecond(entries: readonly unknown[]): number {
  const { user, system } = process.cpuUsage()
  const end = performance.now() + roundMs
  let count = 0
  while (performance.now() < end) {
    for (const entry of entries) previewPayout(entry)
    count += entries.length
  }
  const used = process.cpuUsage({ user, system })
  return count / ((used.user + used.system) / 1_000_000)
}
