import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filledFields } from '#shared/payout/entry.ts'
import { souza } from '../testing/beneficiaries.ts'
import { confirming, enter, payoutIn, reveal, savedIn, step } from '../testing/payouts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

/* What one person typed in a draft, and another one fixed and so saved in a beneficiary, is the work of both at each payout to it. */

describe.each(stores)('Four eyes over a draft with errors, on $name', ({ makePlace }) => {
  let place: Place
  let app: TestApp
  let ana: Visitor
  let bruno: Visitor
  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp({ ...place.environment, SIGN_IN: 'accounts' })
    ana = await app.asMember({ name: 'Ana Souza', roles: ['clerk'] })
    bruno = await app.asMember({ name: 'Bruno Lima', roles: ['clerk', 'reviewer'] })
  })
  afterAll(async () => {
    await app.stop()
    await place.remove()
  })

  const own = { accountNumber: '777711', documentNumber: '52998224725' }
  const whole = filledFields(souza({ ...own, amount: '41.5' }))
  const draft = (entry: object, more: object = {}) => ({ entry, confirmed: [], submit: false, ...more })
  const fixedBy = async (person: Visitor, id: string, write: object) => {
    const over = payoutIn(await step(person, { id, version: 1 }, 'take-over'))
    return savedIn(await person.put(`/api/payouts/${id}`, write, { 'if-match': `"${over.version}"` }))
  }
  /** What Ana enters next to a beneficiary, in review. */
  const nextTo = async (id: string) => {
    const { headers } = await ana.get(`/api/beneficiaries/${id}`)
    const beneficiary = { id, version: Number(`${headers.etag}`.replaceAll('"', '')) }
    const entry = { country: 'BR', method: 'bank', amount: '99', currencyCode: 'BRL' }
    const write = { entry, beneficiary, confirmed: [], submit: true }
    return payoutIn(await ana.post('/api/payouts', { ...write, confirmed: await confirming(ana, write) }))
  }
  const approval = async (id: string) => {
    const { version, requestHash, warningsHash } = await reveal(bruno, id)
    return step(bruno, { id, version }, 'approve', { requestHash, warningsHash, confirmed: [] })
  }
  const ownDetails = { code: 'OWN_ENTRY', params: { why: 'details' } }

  it('who typed the account of a new beneficiary, whom another person’s fix has saved, approves no payout to it', async () => {
    const { id } = savedIn(await bruno.post('/api/payouts', draft({ ...whole, documentNumber: '' })))
    const { accountNumber: _, ...seen } = whole
    const fixed = await fixedBy(ana, id, draft(seen))
    const next = await nextTo(fixed.beneficiaryId)
    expect((await approval(next.id)).json).toMatchObject(ownDetails)
  })

  it('nor who typed another account for a saved one in a draft, which another person’s fix has saved there', async () => {
    const entry = { ...whole, accountNumber: '888811', documentNumber: '11144477735' }
    const { beneficiaryId } = await enter(ana, { entry, confirmed: [], submit: false })
    const beneficiary = { id: beneficiaryId, version: 1 }
    const wrong = { ...entry, accountNumber: '999911', beneficiaryLastName: '' }
    const { id } = savedIn(await bruno.post('/api/payouts', draft(wrong, { beneficiary })))
    const { accountNumber: _, ...seen } = entry
    await fixedBy(ana, id, draft(seen, { beneficiary }))
    const next = await nextTo(beneficiaryId)
    expect((await reveal(bruno, next.id)).entry).toMatchObject({ accountNumber: '999911' })
    expect((await approval(next.id)).json).toMatchObject(ownDetails)
  })
})
