import { expect, it } from 'vitest'
import { onePayoutSchema, type Payout, type PayoutWrite } from '#shared/api/payout.ts'
import { payoutMarksSchema } from '#shared/api/payout-marks.ts'
import { okay } from '../testing/accounts.ts'
import { approve, changed, enter, payoutWrite } from '../testing/payouts.ts'
import { startTestApp } from '../testing/test-app.ts'

it('POST /api/payout-marks has the warnings that arose since a payout was sent, and what else is to be known of it', async () => {
  const app = await startTestApp()
  const bruno = app.as('Bruno Lima')
  const marksOf = async (...payouts: readonly Payout[]) => {
    const answer = await app.post('/api/payout-marks', { payoutIds: payouts.map(({ id }) => id) })
    const { items } = payoutMarksSchema.parse(okay(answer))
    return payouts.map(({ id }) => {
      const { facts, warnings } = items.find(({ payoutId }) => payoutId === id) ?? {}
      return [warnings?.compliance, ...(facts ?? [])]
    })
  }
  const sent = (documentNumber: string, beneficiaryLastName: string, rest: Partial<PayoutWrite> = {}) => {
    const person = { documentNumber, beneficiaryLastName, recipientPixKey: `${documentNumber}@example.com` }
    return enter(app, { ...changed(payoutWrite(), { ...person, method: 'pix' }), submit: true, ...rest })
  }
  const validate = (documentNumber: string, lastName: string) => {
    const { beneficiaryFirstName: firstName } = payoutWrite().entry
    const question = { country: 'BR', firstName, lastName, documentType: 'CPF', documentNumber }
    return app.post('/api/identity-validations', question)
  }
  const good = await sent('11144477735', 'Prueba')
  const bad = await sent('39053344705', 'Sandbox In International Lists')
  const open = await sent('52998224725', 'Sandbox Unauthorized')
  const draft = await enter(app, changed(payoutWrite(), { beneficiaryLastName: 'Entwurf' }))
  expect(await marksOf(good, bad, open, draft)).toEqual([
    [0, 'first', 'unvalidated'],
    [0, 'first', 'unvalidated'],
    [0, 'first', 'unvalidated'],
    [undefined],
  ])
  await validate('11144477735', 'Prueba')
  await validate('39053344705', 'Sandbox In International Lists')
  await validate('52998224725', 'Sandbox Unauthorized')
  const arisen = [
    [0, 'first'],
    [1, 'first', 'unvalidated'],
    [0, 'first', 'unvalidated', 'unanswered'],
  ]
  expect(await marksOf(good, bad, open)).toEqual(arisen)
  // The row has what was there when it was sent.
  expect(onePayoutSchema.parse(okay(await app.get(`/api/payouts/${bad.id}`))).warnings.compliance).toBe(0)
  const approved = await approve(bruno, good)
  okay(await bruno.post('/api/exports', { payoutIds: [approved.id], format: 'json', again: false }))
  const again = await sent('11144477735', 'Prueba', { beneficiary: { id: good.beneficiaryId, version: 1 } })
  expect(await marksOf(again)).toEqual([[0]])
  await app.stop()
})
