import { mkdtempSync } from 'node:fs'
import { systemClock } from './clock.ts'
import { openExportFile } from './exports/export-file.ts'
import { makeExport } from './exports/make-export.ts'
import { findPayoutPage, overviewFor } from './payouts/find-payouts.ts'
import { approvePayout, submitPayout } from './payouts/move-payout.ts'
import { enterPayout } from './payouts/save-payout.ts'
import { createPeople } from './people/create-people.ts'
import { openStore } from './store/open-store.ts'
import { keyRingOf, makeKey } from './store/seal/key-ring.ts'

const databaseUrl = process.env.PERF_URL
const store = await openStore(
  { databaseUrl, dataDirectory: mkdtempSync('/tmp/d2perf/x-'), keyRing: keyRingOf([makeKey()]) },
  () => new Date(),
)
const people = createPeople(store, systemClock)
const ana = await people.signIn('Ana'),
  bruno = await people.signIn('Bruno')
const parts = { sealing: store.sealing, clock: systemClock }
const n = Number(process.argv[2])
const names = ['Ana', 'Bruno', 'Carla', 'Davi', 'Eva', 'Fabio', 'Gil', 'Hugo']
const ids: string[] = []
let t = performance.now()
const lap = (what: string) => {
  const now = performance.now()
  console.log(what, Math.round(now - t), 'ms')
  t = performance.now()
}
for (let from = 0; from < n; from += 500)
  await store.write(async (tx) => {
    for (let i = from; i < Math.min(n, from + 500); i++) {
      const details = {
        country: 'GH',
        method: 'account',
        beneficiaryFirstName: names[i % 8]!,
        beneficiaryLastName: `Souza${i % 997}`,
        city: 'Accra',
      }
      let row = await enterPayout(tx, parts, ana, {
        details,
        terms: { amount: String(i + 1) },
        confirmed: [],
        submit: true,
      })
      row = await approvePayout(tx, parts, bruno, row, row.request_hash)
      ids.push(row.id)
    }
  })
lap(`enter+approve ${n}`)
for (const search of [
  {},
  { state: 'approved' as const },
  { text: 'souza12' },
  { text: 'ana so' },
  { text: 'PD-7' },
  { toReview: true },
  { country: 'GH' },
  { text: 'nobody' },
]) {
  const s = performance.now()
  const page = await findPayoutPage(store, ana, search)
  console.log(JSON.stringify(search), page.items.length, (performance.now() - s).toFixed(1), 'ms')
}
const s = performance.now()
await overviewFor(store, ana)
console.log('overview', (performance.now() - s).toFixed(1))
t = performance.now()
const made = await store.write((tx) => makeExport(tx, parts, ana, { payoutIds: ids, format: 'csv', again: false }))
lap(`export ${n}`)
let size = 0
for await (const piece of (await openExportFile(store, ana, made.id, 'csv')).pieces) size += piece.length
lap(`file ${size} bytes`)
await store.close()
