import { expect, it } from 'vitest'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { payoutFields } from './fields.ts'
import { previewPayout } from './read-entry.ts'
import { receivedRequest, sentName, sentRequest, withSpellings } from './sent-request.ts'

const others = withSpellings(payoutFields, { currencyCode: 'CurrencyCode', correlationId: 'id' })

it('A request that is sent has the currency under its own name, unless another spelling is chosen', () => {
  expect(sentRequest({ currencyCode: 'PEN', amount: 10 })).toEqual({ amount: 10, currencyCode: 'PEN' })
  expect(sentRequest({ currencyCode: 'PEN', amount: 10 }, others)).toEqual({ amount: 10, CurrencyCode: 'PEN' })
  expect([sentName(others, 'currencyCode'), sentName(others, 'amount')]).toEqual(['CurrencyCode', 'amount'])
})

it('A request that is sent is in the order of the interface in both spellings', () => {
  const request = { country: 'PE', currencyCode: 'PEN', amount: 10, beneficiaryFirstName: 'Rosa' }
  expect(Object.keys(sentRequest(request))).toEqual(['beneficiaryFirstName', 'amount', 'currencyCode', 'country'])
  expect(Object.keys(sentRequest(request, others))[2]).toBe('CurrencyCode')
})

it('A request that is sent means the same in both spellings, for the sample of every country and method', () => {
  expect(sampleEntries.length).toBeGreaterThan(20)
  for (const { entry, name } of sampleEntries) {
    const preview = previewPayout(entry)
    if (!preview.ok) throw new Error(`${name} has an error`)
    const { request } = preview.value
    const sent = sentRequest(request, others)
    expect(receivedRequest(sent), name).toEqual(request)
    expect(previewPayout(sent), name).toMatchObject({ ok: true, value: { request } })
  }
})
