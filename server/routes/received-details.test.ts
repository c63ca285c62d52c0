import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { acceptedManySchema, cleanDetailsSchema, newDetailsLinkSchema } from '#shared/api/details-links.ts'
import { approve, confirming, payoutIn } from '../testing/payouts.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

describe.each(someStores)('what payees sent, many at once, on $name', ({ makePlace }) => {
  let place: Place
  let app: TestApp
  let maker: Visitor
  let clerk: Visitor
  beforeAll(async () => {
    place = await makePlace()
    const settings = { SIGN_IN: 'accounts', DETAILS_URL: 'http://localhost:3001', DETAILS_PORT: '0' }
    app = await startTestApp({ ...place.environment, ...settings })
    maker = await app.asMember({ name: 'Ana Souza', roles: ['clerk'] })
    clerk = await app.asMember({ name: 'Caio Reis', roles: ['clerk'] })
  })
  afterAll(async () => {
    await app.stop()
    await place.remove()
  })

  const kofi = (accountNumber: string, name = 'Mensah') => ({
    country: 'GH',
    method: 'account',
    beneficiaryFirstName: 'Kofi',
    beneficiaryLastName: name,
    accountNumber,
  })

  /** Makes a link, and sends details by it as the page of a payee does. */
  async function receive(entry: object, write: object = {}) {
    const { json } = await maker.post('/api/details-links', { name: 'Kofi', language: 'en', ...write })
    const { url, details } = newDetailsLinkSchema.parse(json)
    const send = async (sent: object) => {
      const { statusCode } = await request(`${app.detailsUrl}/api/submit`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ id: details.id, secret: url.split('#')[1] },
          submissionId: crypto.randomUUID(),
          entry: sent,
        }),
      })
      expect(statusCode).toBe(200)
    }
    await send(entry)
    return { id: details.id, send }
  }

  const look = async (by: Visitor = clerk) => {
    const answer = await by.post('/api/received-details/look', undefined)
    expect(answer.status, answer.text).toBe(200)
    return cleanDetailsSchema.parse(answer.json)
  }
  type Clean = Awaited<ReturnType<typeof look>>['clean']
  const accept = async (clean: Clean, by: Visitor = clerk) => {
    const submissions = clean.map(({ details: { id }, submission: { submissionId, beneficiary } }) => ({
      ...{ id, submissionId },
      ...(beneficiary !== null && { version: beneficiary.version }),
    }))
    const answer = await by.post('/api/received-details/accept', { submissions })
    expect(answer.status, answer.text).toBe(200)
    return acceptedManySchema.parse(answer.json).submissions
  }
  const idsOf = (clean: Clean) => clean.map(({ details }) => details.id)

  it('Those that nothing warns of are accepted in one act; a twin and a changed account are left, counted, and shown to no one by it', async () => {
    const first = await receive(kofi('20010001'))
    const second = await receive(kofi('20010002', 'Boateng'))
    const seen = await look()
    expect(idsOf(seen.clean).toSorted()).toEqual([first.id, second.id].toSorted())
    expect(seen.clean.map(({ submission }) => submission.entry.accountNumber).toSorted()).toEqual([
      '20010001',
      '20010002',
    ])
    const accepted = await accept(seen.clean)
    const saved = accepted.flatMap((one) => ('beneficiaryId' in one ? [one] : []))
    expect(saved).toHaveLength(2)
    const beneficiaryId = saved.find(({ id }) => id === first.id)?.beneficiaryId

    const twin = await receive(kofi('20010001', 'Adjei'))
    const changed = await receive(kofi('20019999'), { beneficiaryId })
    const repeated = await receive(kofi('20010001'), { beneficiaryId })
    const again = await look()
    expect(idsOf(again.clean)).toEqual([repeated.id])
    expect(again.left).toEqual({ warned: 1, changed: 1, other: 0 })
    const store = await app.openStore()
    for (const { id } of [twin, changed])
      expect((await store.entriesAbout([id])).map(({ action }) => action)).not.toContain('details.viewed')
    expect(await accept(again.clean)).toEqual([{ id: repeated.id, beneficiaryId }])
    for (const { id } of [twin, changed]) expect((await maker.delete(`/api/details-links/${id}`)).status).toBe(200)
  })

  it('What was sent again since, what one has not looked at, and the second of two with one account are refused by themselves', async () => {
    const replaced = await receive(kofi('20020001', 'Owusu'))
    const one = await receive(kofi('20020002', 'Osei'))
    const double = await receive(kofi('20020002', 'Addo'))
    const { clean } = await look()
    expect(clean).toHaveLength(3)
    await replaced.send(kofi('20020003', 'Owusu'))
    const outcome = await accept(clean)
    const problemOf = (id: string) =>
      outcome.flatMap((each) => (each.id === id && 'problem' in each ? [each.problem.code] : []))
    expect(problemOf(replaced.id)).toEqual(['STATE_CONFLICT'])
    expect([...problemOf(one.id), ...problemOf(double.id)]).toEqual(['WARNINGS_UNCONFIRMED'])
    const { clean: left } = await look()
    expect(idsOf(left)).toEqual([replaced.id])
    expect(await accept(left, maker)).toMatchObject([{ problem: { code: 'STATE_CONFLICT' } }])
    expect(await accept(left)).toMatchObject([{ id: replaced.id }])
  })

  it('The person who looked at many and the one who accepted them approve no payout to any of them', async () => {
    const [viewer, outsider] = [
      await app.asMember({ name: 'Edu Paz', roles: ['clerk', 'reviewer'] }),
      await app.asMember({ name: 'Gil Teles', roles: ['clerk', 'reviewer'] }),
    ]
    const { id } = await receive(kofi('20030001', 'Darko'))
    await look(viewer)
    const { clean } = await look()
    const accepted = await accept(clean.filter(({ details }) => details.id === id))
    const [{ beneficiaryId }] = z.tuple([z.object({ beneficiaryId: z.string() })]).parse(accepted)
    const write = {
      entry: { country: 'GH', method: 'account', amount: '15' },
      beneficiary: { id: beneficiaryId, version: 1 },
      confirmed: [],
      submit: true,
    }
    const payout = payoutIn(await maker.post('/api/payouts', { ...write, confirmed: await confirming(maker, write) }))
    await expect(approve(viewer, payout)).rejects.toThrow('OWN_ENTRY')
    expect((await approve(outsider, payout)).state).toBe('approved')
  })
})
