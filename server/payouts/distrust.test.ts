import { expect, it, vi } from 'vitest'
import { exportSchema } from '#shared/api/export.ts'
import { sessionSchema } from '#shared/api/session.ts'
import { verifyAudit } from '../programs/verify-audit.ts'
import { approve, enter, payoutIn, payoutWrite, step } from '../testing/payouts.ts'
import { memberOf } from '../testing/people.ts'
import { staffOf } from '../testing/staff.ts'
import { stores } from '../testing/stores.ts'
import { startTestApp } from '../testing/test-app.ts'
import { distrust } from './distrust.ts'

it('A person suspended with distrust leaves no approval behind but those of exported payouts', async () => {
  const place = await stores[0]!.makePlace()
  for (const [name, value] of Object.entries(place.environment)) vi.stubEnv(name, value)
  const app = await startTestApp(place.environment)
  const store = await app.openStore()
  const [bruno, carla] = [app.as('Bruno Lima'), app.as('Carla Dias')]
  const submitted = async () => payoutIn(await step(app, await enter(app, payoutWrite()), 'submit'))
  const [exported, hidden, byBruno, byCarla] = [
    await approve(bruno, await submitted()),
    await approve(bruno, await submitted()),
    await approve(bruno, await submitted()),
    await approve(carla, await submitted()),
  ]
  const exporting = (id: string) => carla.post('/api/exports', { payoutIds: [id], format: 'json', again: false })
  exportSchema.parse((await exporting(exported.id)).json)
  const { id } = exported.decidedBy!
  const admin = memberOf({ id: byCarla.createdBy.id, name: 'Ana Souza', roles: ['admin'] })
  const byReviewer = store.write((tx) => distrust(tx, id, { ...admin, roles: ['reviewer'] }))
  await expect(byReviewer).rejects.toMatchObject({ code: 'NOT_PERMITTED' })
  // Who types its details again while it is approved cannot approve it afterwards.
  const dora = app.as('Dora Reis')
  const { person } = sessionSchema.parse((await dora.get('/api/session')).json)
  const { change } = staffOf(store)
  const saved = { id: byBruno.beneficiaryId }
  const { beneficiaryLastName } = payoutWrite().entry
  await change(person!, saved, { beneficiaryLastName: 'Boateng' })
  await change(person!, saved, { beneficiaryLastName })
  // An approval that is hidden for a moment, in SQL, would be there again afterwards.
  const count = (approvals_count: number) =>
    store.write(({ db }) => db.updateTable('payouts').set({ approvals_count }).where('id', '=', hidden.id).execute())
  await count(0)
  expect(await store.write((tx) => distrust(tx, id, null))).toBe(2)
  await count(1)
  expect((await exporting(hidden.id)).json).toMatchObject({ code: 'TAMPERED' })
  expect((await verifyAudit([])).text).toContain(hidden.id)
  expect(await store.write((tx) => distrust(tx, id, admin))).toBe(0)
  const now = async (payoutId: string) => payoutIn(await app.get(`/api/payouts/${payoutId}`))
  expect(await now(byBruno.id)).toMatchObject({ state: 'in_review', approvalsGiven: 0, decidedBy: null })
  expect((await exporting(byBruno.id)).json).toMatchObject({ code: 'STATE_CONFLICT' })
  expect([(await now(byCarla.id)).state, (await now(exported.id)).state]).toEqual(['approved', 'exported'])
  await expect(approve(dora, byBruno)).rejects.toThrow('OWN_ENTRY')
  await approve(carla, byBruno)
  expect((await exporting(byBruno.id)).status).toBe(201)
  await store.close()
  await app.stop()
  await place.remove()
  vi.unstubAllEnvs()
})
