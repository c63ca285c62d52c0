import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'
import { oneBeneficiarySchema } from '#shared/api/beneficiary.ts'
import { callBacksSchema } from '#shared/api/call-back.ts'
import {
  detailsLinkPageSchema,
  detailsLinkSchema,
  newDetailsLinkSchema,
  submissionSchema,
} from '#shared/api/details-links.ts'
import { problemSchema } from '#shared/api/problem.ts'
import { beneficiaryPart, completeEntry, filledFields } from '#shared/payout/entry.ts'
import { updateLink } from '../details/link-rows.ts'
import { requireLink } from '../details/links.ts'
import { souza } from '../testing/beneficiaries.ts'
import { approve, confirmedIn, confirming, payoutIn } from '../testing/payouts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

const path = '/api/details-links'

describe.each(stores)('details links on $name', ({ makePlace }) => {
  let place: Place
  let app: TestApp
  let clerk: Visitor
  let other: Visitor
  beforeAll(async () => {
    place = await makePlace()
    const settings = {
      SIGN_IN: 'accounts',
      DETAILS_URL: 'http://localhost:3001',
      DETAILS_PORT: '0',
      DETAILS_NAME: 'Frete Sul',
      DETAILS_EMBED_ORIGINS: 'https://shop.example',
      DETAILS_PRIVACY_FR: 'Nous les <b>gardons</b>.',
    }
    app = await startTestApp({ ...place.environment, ...settings })
    clerk = await app.asMember({ name: 'Ana Souza', roles: ['clerk'] })
    other = await app.asMember({ name: 'Caio Reis', roles: ['clerk'] })
  })
  afterAll(async () => {
    await app.stop()
    await place.remove()
  })

  interface Link {
    readonly id: string
    readonly secret: string
  }

  async function make(by: Visitor = clerk, write: object = {}): Promise<Link> {
    const made = await by.post(path, { name: 'Rui do frete', language: 'pt-BR', ...write })
    expect(made.status, made.text).toBe(201)
    const { url, details } = newDetailsLinkSchema.parse(made.json)
    const [, id = '', secret = ''] = /^http:\/\/localhost:3001\/([\w-]+)#([\w-]{43})$/.exec(url) ?? []
    expect(id).toBe(details.id)
    return { id, secret }
  }

  /** As the payee's page sends it. */
  async function payee(what: 'open' | 'submit' | 'close', body: object) {
    const {
      statusCode,
      headers,
      body: answer,
    } = await request(`${app.detailsUrl}/api/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: statusCode, headers, json: await answer.json() }
  }

  const details = filledFields(beneficiaryPart(completeEntry(souza())))
  const stateOf = async ({ id }: Link) =>
    detailsLinkPageSchema.parse((await clerk.get(path)).json).items.find((link) => link.id === id)?.state

  /** Sends details as the page does, and answers which submission that is. */
  async function send(link: Link, entry: object = details, submissionId: string = crypto.randomUUID()) {
    return { submissionId, ...(await payee('submit', { ...link, submissionId, entry })) }
  }

  interface Seen {
    readonly submissionId: string
    readonly version?: number
  }

  async function accept(by: Visitor, { id }: Link, { submissionId, version }: Seen): Promise<Answer> {
    const body = { submissionId, ...(version !== undefined && { version }) }
    const first = await by.post(`${path}/${id}/accept`, { ...body, confirmed: [] })
    return first.status === 409
      ? await by.post(`${path}/${id}/accept`, { ...body, confirmed: confirmedIn(first) })
      : first
  }

  it('What a payee sends has no characters that turn a number round for the clerk who compares it', async () => {
    const link = await make()
    const accountNumber = `\u202e${details.accountNumber}`
    expect((await send(link, { ...details, accountNumber, city: 'Ol\u0000in\u200bda' })).status).toBe(200)
    const { json } = await other.post(`${path}/${link.id}/submission`, undefined)
    expect(submissionSchema.parse(json).entry).toEqual({ ...details, city: 'Olinda' })
  })

  it('The page of a payee begins with the method that a link names, which is one of its country', async () => {
    const wallet = await make(clerk, { country: 'PE', method: 'wallet' })
    expect((await payee('open', wallet)).json).toMatchObject({ country: 'PE', method: 'wallet' })
    expect((await payee('open', await make())).json).toMatchObject({ country: null, method: null })
    const wrong = async (write: object) => {
      const answer = await clerk.post(path, { name: 'Rui do frete', language: 'pt-BR', ...write })
      expect(answer.status).toBe(422)
      return problemSchema.parse(answer.json).errors?.map(({ pointer, code }) => `${pointer} ${code}`)
    }
    expect(await wrong({ country: 'MX', method: 'pix' })).toEqual(['#/method unknown_method'])
    expect(await wrong({ method: 'pix' })).toEqual(['#/country missing'])
    // Payees know best how they can be paid.
    const entry = { ...details, country: 'BR' }
    const link = await make(clerk, { country: 'BR', method: 'pix-with-bank' })
    expect((await send(link, entry)).status).toBe(200)
  })

  it('What a payee sends becomes a beneficiary once a clerk has looked at it and accepted it, and then the link is dead', async () => {
    const link = await make()
    expect(await stateOf(link)).toBe('open')
    const opened = await payee('open', link)
    expect(opened.json).toMatchObject({
      state: 'opened',
      language: 'pt-BR',
      country: null,
      knownEnding: null,
      merchant: 'Frete Sul',
      privacy: { fr: 'Nous les <b>gardons</b>.' },
    })
    expect(await stateOf(link)).toBe('opened')
    const sent = await send(link)
    expect(sent.json).toMatchObject({ number: link.id.slice(0, 8).toUpperCase() })
    // Once more, corrected, in place of the first.
    const corrected = await send(link, { ...details, city: 'Olinda' })
    expect(corrected.status).toBe(200)
    const seen = await other.post(`${path}/${link.id}/submission`, undefined)
    expect(submissionSchema.parse(seen.json)).toMatchObject({
      submissionId: corrected.submissionId,
      entry: { ...details, city: 'Olinda' },
      beneficiary: null,
    })
    const accepted = detailsLinkSchema.parse((await accept(other, link, corrected)).json)
    expect(accepted.state).toBe('accepted')
    const saved = await clerk.get(`/api/beneficiaries/${accepted.beneficiaryId}`)
    expect(oneBeneficiarySchema.parse(saved.json)).toMatchObject({ city: 'Olinda', revealable: [] })
    for (const what of ['open', 'close'] as const) expect((await payee(what, link)).status).toBe(410)
    expect((await send(link)).status).toBe(410)
    // Who heard no answer sends the same once more.
    expect((await send(link, details, corrected.submissionId)).json).toEqual(corrected.json)
    const { submissionId } = corrected
    const again = await other.post(`${path}/${link.id}/accept`, { submissionId, confirmed: [] })
    expect(problemSchema.parse(again.json).code).toBe('STATE_CONFLICT')
  })

  it('A link leads back to a page at an origin of the merchant alone', async () => {
    const sent = await send(await make(clerk, { returnUrl: 'https://SHOP.example/payees?id=17' }))
    expect(sent.json).toMatchObject({ returnUrl: 'https://shop.example/payees?id=17' })
    for (const returnUrl of [
      'https://shop.example.evil.example/',
      'https://user@shop.example/',
      'http://shop.example/',
      'blob:https://shop.example/1',
      'javascript:alert(1)',
      '/payees',
    ]) {
      const refused = await clerk.post(path, { name: 'Rui do frete', language: 'pt-BR', returnUrl })
      expect([returnUrl, refused.status]).toEqual([returnUrl, 422])
      expect(refused.text).toContain('DETAILS_EMBED_ORIGINS')
    }
  })

  it('Unknown, wrong, expired and ended links are answered alike', async () => {
    const [link, ended] = [await make(), await make()]
    expect((await clerk.delete(`${path}/${ended.id}`)).status).toBe(200)
    const answers = [
      await payee('open', { ...link, id: 'nothing' }),
      await payee('open', { ...link, secret: ended.secret }),
      await payee('open', { ...link, secret: '' }),
      await payee('open', ended),
    ]
    const told = answers.map(({ json }) => ({
      ...z.record(z.string(), z.unknown()).parse(json),
      requestId: '',
      instance: '',
    }))
    expect(answers.map(({ status }) => status)).toEqual([410, 410, 410, 410])
    expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(await stateOf(link)).toBe('open')
  })

  it('Nothing of the inside answers where payees are, and nothing of theirs inside', async () => {
    for (const inside of ['/api/session', '/api/details-links', '/healthz', '/metrics', '/api/rules']) {
      const { statusCode, headers } = await request(`${app.detailsUrl}${inside}`)
      expect([inside, statusCode]).toEqual([inside, 404])
      expect(headers['set-cookie']).toBe(undefined)
      expect(headers['x-robots-tag']).toContain('noindex')
      expect(headers['content-security-policy']).toContain('frame-ancestors https://shop.example')
    }
    for (const what of ['open', 'submit', 'close'])
      expect((await app.send('POST', `/api/${what}`, { body: '{}' })).status).toBe(404)
    // Another site's page.
    const { statusCode } = await request(`${app.detailsUrl}/api/open`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
      body: JSON.stringify(await make()),
    })
    expect(statusCode).toBe(403)
  })

  it('A link opens twenty times an hour, and a key that opens nothing is neither counted nor keeps the payee from it', async () => {
    const link = await make()
    for (let time = 0; time < 25; time += 1) expect((await payee('open', { ...link, secret: 'x' })).status).toBe(410)
    for (let time = 0; time < 20; time += 1) expect((await payee('open', link)).status).toBe(200)
    expect((await payee('open', link)).status).toBe(429)
    expect((await send(link, {})).status).toBe(422)
  })

  it('A key that opens nothing is answered at once, though others write', async () => {
    const link = await make()
    const store = await app.openStore()
    await store.write(async () => {
      for (const what of ['open', 'close'] as const)
        expect((await payee(what, { ...link, secret: 'x' })).status).toBe(410)
      expect((await send({ ...link, secret: 'x' })).status).toBe(410)
    })
  })

  it('What took the place of what a person looked at is not accepted, returned or refused with it', async () => {
    const link = await make()
    const entry = { ...details, documentNumber: '390.533.447-05', accountNumber: '112233-4' }
    const { submissionId } = await send(link, entry)
    await other.post(`${path}/${link.id}/submission`, undefined)
    await send(link, { ...entry, accountNumber: '998877-6' })
    const decisions = { accept: { confirmed: [] }, return: { comment: 'Which branch?' }, refuse: {} }
    for (const [act, body] of Object.entries(decisions)) {
      const answer = await other.post(`${path}/${link.id}/${act}`, { submissionId, ...body })
      expect(problemSchema.parse(answer.json).code).toBe('STATE_CONFLICT')
    }
    expect(await stateOf(link)).toBe('submitted')
  })

  it('The erasure of a beneficiary deletes the links to them', async () => {
    const link = await make()
    const sent = await send(link, { ...details, documentNumber: '935.411.347-80', accountNumber: '556677-8' })
    await other.post(`${path}/${link.id}/submission`, undefined)
    const { beneficiaryId } = detailsLinkSchema.parse((await accept(other, link, sent)).json)
    const admin = await app.asMember({ name: 'Hugo Alves', roles: ['admin'] })
    const erase = `/api/beneficiaries/${beneficiaryId}/erase`
    expect((await admin.post(erase, { confirm: true }, { 'if-match': '"1"' })).status).toBe(200)
    expect(await stateOf(link)).toBe(undefined)
  })

  it('A correction is asked for by the same link; of a saved beneficiary only the end of the account is shown, and what differs is named', async () => {
    const first = await clerk.post('/api/beneficiaries', { entry: details, confirmed: [] })
    const made =
      first.status === 409
        ? await clerk.post('/api/beneficiaries', { entry: details, confirmed: confirmedIn(first) })
        : first
    const { id: beneficiaryId } = z.object({ id: z.string() }).parse(made.json)
    const link = await make(clerk, { beneficiaryId })
    const opened = await payee('open', link)
    expect(opened.json).toMatchObject({ country: 'BR', knownEnding: '…43' })
    expect(JSON.stringify(opened.json)).not.toContain(String(details.documentNumber))
    expect((await send(link, { ...details, country: 'AR' })).status).toBe(422)
    const entry = { ...details, accountNumber: '123456-0' }
    const { submissionId } = await send(link, entry)
    const returning = { submissionId, comment: 'Conta sem dígito?' }
    expect((await other.post(`${path}/${link.id}/return`, returning)).status).toBe(200)
    expect((await payee('open', link)).json).toMatchObject({ state: 'returned', comment: 'Conta sem dígito?' })
    const { submissionId: second } = await send(link, entry)
    const { beneficiary } = submissionSchema.parse((await other.post(`${path}/${link.id}/submission`, undefined)).json)
    expect(beneficiary).toMatchObject({ id: beneficiaryId, version: 1, differs: ['accountNumber'] })
    expect((await accept(other, link, { submissionId: second, version: 7 })).json).toMatchObject({
      code: 'VERSION_CONFLICT',
    })
    const accepted = await accept(other, link, { submissionId: second, version: 1 })
    expect(detailsLinkSchema.parse(accepted.json).beneficiaryId).toBe(beneficiaryId)
  })

  it('A phone number that is saved stays where the payee leaves it out, and is another where they give one', async () => {
    const entry = {
      ...details,
      documentNumber: '123.456.789-09',
      accountNumber: '445566-1',
      phone: '+55 11 98765-4321',
    }
    const made = await clerk.post('/api/beneficiaries', { entry, confirmed: [] })
    const { id: beneficiaryId } = z.object({ id: z.string() }).parse(made.json)
    const { phone: _, ...without } = { ...entry, accountNumber: '445577-1' }
    const phoneAfter = async (given: object, version: number) => {
      const link = await make(clerk, { beneficiaryId })
      await payee('open', link)
      const { submissionId } = await send(link, given)
      const seen = submissionSchema.parse((await other.post(`${path}/${link.id}/submission`, undefined)).json)
      const accepted = await accept(other, link, { submissionId, version })
      expect(accepted.status, accepted.text).toBe(200)
      const { json } = await clerk.get(`/api/beneficiaries/${beneficiaryId}`)
      return [seen.beneficiary?.differs, oneBeneficiarySchema.parse(json).masked.phone]
    }
    expect(await phoneAfter(without, 1)).toEqual([['accountNumber'], '…4321'])
    expect(await phoneAfter({ ...without, phone: '+55 11 91111-2222' }, 2)).toEqual([['phone'], '…2222'])
  })

  it('A phone number that came by a link proves nothing of an account that was changed within thirty days, also where another person accepted it and a third changed the account', async () => {
    const entry = {
      ...details,
      documentNumber: '390.533.447-05',
      accountNumber: '700701-1',
      phone: '+55 11 98765-4321',
    }
    const made = await other.post('/api/beneficiaries', { entry, confirmed: [] })
    const { id: beneficiaryId } = z.object({ id: z.string() }).parse(made.json)
    // Its maker can open the link and give a number of their own.
    const link = await make(clerk, { beneficiaryId })
    const sent = await send(link, { ...entry, phone: '+55 11 91111-2222' })
    await other.post(`${path}/${link.id}/submission`, undefined)
    expect((await accept(other, link, { ...sent, version: 1 })).status).toBe(200)
    const third = await app.asMember({ name: 'Hugo Vaz', roles: ['clerk'] })
    const flawsAfter = async (by: Visitor, version: number) => {
      const body = { entry: { accountNumber: `70071${version}-1` } }
      const match = { 'if-match': `"${version}"` }
      const changed = await by.put(`/api/beneficiaries/${beneficiaryId}`, { ...body, confirmed: [] }, match)
      expect(changed.status, changed.text).toBe(200)
      const { json } = await other.get(`/api/beneficiaries/${beneficiaryId}/call-backs`)
      return callBacksSchema.parse(json).phoneNumbers.map(({ flaw }) => flaw)
    }
    expect(await flawsAfter(clerk, 2)).toEqual([null, 'sent_by_link'])
    expect(await flawsAfter(third, 3)).toEqual([null, 'sent_by_link'])
  })

  it('What was sent again after a clerk looked at it is accepted by no one who has not seen it', async () => {
    const link = await make()
    const entry = { ...details, documentNumber: '111.444.777-35', accountNumber: '778899-1' }
    const first = await send(link, entry)
    await other.post(`${path}/${link.id}/submission`, undefined)
    const second = await send(link, { ...entry, accountNumber: '998877-1' })
    const taken = async (by: Visitor, { submissionId }: { readonly submissionId: string }) =>
      (await by.post(`${path}/${link.id}/accept`, { submissionId, confirmed: [] })).json
    for (const person of [other, clerk])
      for (const sent of [first, second]) expect(await taken(person, sent)).toMatchObject({ params: { why: 'state' } })
    await other.post(`${path}/${link.id}/submission`, undefined)
    expect(await taken(clerk, second)).toMatchObject({ params: { why: 'state' } })
    expect(detailsLinkSchema.parse((await accept(other, link, second)).json).state).toBe('accepted')
  })

  it('The person who made a link, saw what came by it or accepted it approves no payout to these details', async () => {
    const [maker, viewer, accepter, outsider] = await Promise.all(
      ['Dina Melo', 'Edu Paz', 'Fabi Nunes', 'Gil Teles'].map((name) =>
        app.asMember({ name, roles: ['clerk', 'reviewer'] }),
      ),
    )
    if (!maker || !viewer || !accepter || !outsider) throw new Error('four people')
    const link = await make(maker)
    const sent = await send(link, { ...details, documentNumber: '529.982.247-25', accountNumber: '445566-7' })
    await viewer.post(`${path}/${link.id}/submission`, undefined)
    await accepter.post(`${path}/${link.id}/submission`, undefined)
    const { beneficiaryId } = detailsLinkSchema.parse((await accept(accepter, link, sent)).json)
    const write = {
      entry: { country: 'BR', method: 'bank', amount: '15' },
      beneficiary: { id: String(beneficiaryId), version: 1 },
      confirmed: [],
      submit: true,
    }
    const payout = payoutIn(await clerk.post('/api/payouts', { ...write, confirmed: await confirming(clerk, write) }))
    for (const author of [maker, viewer, accepter]) await expect(approve(author, payout)).rejects.toThrow('OWN_ENTRY')
    expect((await approve(outsider, payout)).state).toBe('approved')
  })

  it('A link that was changed, or put back, by who writes to the database alone is refused', async () => {
    const link = await make()
    const entry = { ...details, documentNumber: '168.995.350-09', accountNumber: '778899-1' }
    const { submissionId } = await send(link, entry)
    const store = await app.openStore()
    const rows = () => store.db.selectFrom('details_links').selectAll().where('id', '=', link.id)
    const write = (row: object) =>
      store.write(({ db }) => db.updateTable('details_links').set(row).where('id', '=', link.id).execute())
    const before = await rows().executeTakeFirstOrThrow()
    expect((await clerk.post(`${path}/${link.id}/refuse`, { submissionId })).status).toBe(200)
    await write(before)
    const accepted = await other.post(`${path}/${link.id}/accept`, { submissionId, confirmed: [] })
    expect(problemSchema.parse(accepted.json).code).toBe('TAMPERED')
    expect((await send(link)).json).toMatchObject({ code: 'TAMPERED' })
    await write({ state: 'open' })
    const { items } = detailsLinkPageSchema.parse((await clerk.get(path)).json)
    expect(items.filter(({ isTampered }) => isTampered)).toMatchObject([{ id: link.id, name: '' }])
    expect(items.length).toBeGreaterThan(1)
  })

  it('A link that led to nothing is forgotten thirty days after its term, and one whose answer no one decides about after a hundred and eighty', async () => {
    const links = [await make(), await make(), await make()]
    const [refused, , answered] = links
    for (const link of [refused, answered]) if (link) await send(link)
    const seen = await other.post(`${path}/${refused?.id}/submission`, undefined)
    const { submissionId } = submissionSchema.parse(seen.json)
    expect((await other.post(`${path}/${refused?.id}/refuse`, { submissionId })).status).toBe(200)
    const store = await app.openStore()
    const keptOnceOver = async (days: number) => {
      const expiresAt = new Date(Date.now() - days * 24 * 60 * 60_000).toISOString()
      for (const { id } of links)
        await store.write(async (tx) => updateLink(tx, { ...(await requireLink(tx, id)), expiresAt }))
      await make()
      const rows = await store.db.selectFrom('details_links').select('id').execute()
      return links.map((link) => rows.some(({ id }) => id === link.id))
    }
    expect(await keptOnceOver(29)).toEqual([true, true, true])
    expect(await keptOnceOver(31)).toEqual([false, false, true])
    links.splice(0, 2)
    expect(await keptOnceOver(179)).toEqual([true])
    expect(await keptOnceOver(181)).toEqual([false])
  })

  it('A link is given more days at the same address, and those whose time is over are listed as expired alone', async () => {
    const link = await make(clerk, { days: 1 })
    const extended = await make(clerk, { days: 1 })
    const extend = (days: number) => other.post(`${path}/${extended.id}/extend`, { days })
    const { expiresAt } = detailsLinkSchema.parse((await extend(3)).json)
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 2 * 24 * 60 * 60_000)
    expect((await extend(31)).status).toBe(422)
    // Comes last: the app does not write again after a clock that was set back.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    const late = await app.asMember({ name: 'Lia Prado', roles: ['clerk'] })
    const listed = async (state: string) =>
      detailsLinkPageSchema.parse((await late.get(`${path}?state=${state}`)).json).items.map(({ id }) => id)
    expect(await listed('expired')).toEqual([link.id])
    expect(await listed('open')).not.toContain(link.id)
    expect(await listed('open')).toContain(extended.id)
    expect((await payee('open', link)).status).toBe(410)
  })
})

it('What a payee sent is a search by its numbers for the person who looks at it, unless that is accepted as someone new', async () => {
  const settings = { SIGN_IN: 'accounts', DETAILS_URL: 'http://localhost:3001', DETAILS_PORT: '0' }
  const app = await startTestApp({ ...settings, NUMBER_SEARCHES_PER_MINUTE: '2' })
  const clerk = await app.asMember({ name: 'Ana Souza', roles: ['clerk'] })
  const asPayee = (what: string, body: object) =>
    request(`${app.detailsUrl}/api/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const submissionId = crypto.randomUUID()
  const sent = async (accountNumber: string) => {
    const { json } = await clerk.post(path, { name: 'Rui do frete', language: 'pt-BR' })
    const { url, details } = newDetailsLinkSchema.parse(json)
    const key = { id: details.id, secret: url.split('#')[1] }
    await asPayee('open', key)
    const entry = { ...filledFields(beneficiaryPart(completeEntry(souza()))), accountNumber }
    expect((await asPayee('submit', { ...key, submissionId, entry })).statusCode).toBe(200)
    return details.id
  }
  const look = async (id: string) => (await clerk.post(`${path}/${id}/submission`, undefined)).status
  const fits = await sent('70001-1')
  expect(await look(fits)).toBe(200)
  expect((await clerk.post(`${path}/${fits}/accept`, { submissionId, confirmed: [] })).status).toBe(200)
  const [one, two, three] = [await sent('70002-1'), await sent('70003-1'), await sent('70004-1')]
  expect([await look(one), await look(two), await look(three)]).toEqual([200, 200, 429])
  // What was not shown is accepted by no one.
  expect((await clerk.post(`${path}/${three}/accept`, { submissionId, confirmed: [] })).status).toBe(409)
  expect(await look(one)).toBe(200)
  await app.stop()
})
