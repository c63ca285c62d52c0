import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { peopleSchema } from '#shared/api/people.ts'
import { startApp } from '../app/start-app.ts'
import { addPerson } from '../people/people-rows.ts'
import { readConfig } from '../settings/config.ts'
import { okay, originOf, problemOf, sendAssertion, sendEnrolment } from '../testing/accounts.ts'
import { softwareAuthenticator } from '../testing/software-authenticator.ts'
import { type Place, stores } from '../testing/stores.ts'
import { absentIdentityProvider, startTestApp, type TestApp } from '../testing/test-app.ts'
import { tokenWrite } from '../testing/tokens.ts'
import { people } from './people-program.ts'

/** Runs the program as a shell would, with what it finds in its environment. */
async function run(environment: Readonly<Record<string, string | undefined>>, ...words: readonly string[]) {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  try {
    return await people(words)
  } finally {
    vi.unstubAllEnvs()
  }
}

const invitedSchema = z.object({ person: z.object({ id: z.string(), version: z.number() }) })

const tokenIn = (text: string) => /\/enrol#([\w-]{43})$/.exec(text)?.[1] ?? ''

describe.each(stores)('npm run people on $name', ({ makePlace }) => {
  let place: Place
  let app: TestApp

  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp({ ...place.environment, SIGN_IN: 'accounts' })
  })

  afterAll(async () => {
    await app.stop()
    await place.remove()
  })

  const runHere = (...words: readonly string[]) => run({ ...place.environment, SIGN_IN: 'accounts' }, ...words)

  it('npm run people: while the server runs, the first admin is invited, enrols, is helped, and comes back where another admin took all roles', async () => {
    const invited = await runHere('invite-admin', 'Ana@Example.com')
    expect(invited).toMatchObject({
      isDone: true,
      text: expect.stringContaining('ana@example.com is invited as admin'),
    })
    const browser = app.asNewBrowser()
    const lost = softwareAuthenticator(originOf(app))
    const answer = await sendEnrolment(browser, {
      token: tokenIn(invited.text),
      name: 'Ana Souza',
      authenticator: lost,
    })
    expect(okay(answer)).toMatchObject({ session: { person: { name: 'Ana Souza' }, roles: ['admin'] } })
    expect(await runHere('list')).toEqual({ isDone: true, text: 'Ana Souza · ana@example.com · admin · active' })
    expect(await runHere('invite-admin', 'ana@example.com')).toMatchObject({
      isDone: false,
      text: expect.stringContaining('here already'),
    })

    const helped = await runHere('re-enrol', 'ana@example.com')
    const fresh = softwareAuthenticator(originOf(app))
    okay(
      await sendEnrolment(app.asNewBrowser(), { token: tokenIn(helped.text), name: 'Ana Souza', authenticator: fresh }),
    )
    expect(problemOf(await browser.get('/api/account'))).toBe('SIGN_IN_REQUIRED')
    expect(problemOf(await sendAssertion(app.asNewBrowser(), lost))).toBe('SIGN_IN_FAILED')
    expect(problemOf(await sendAssertion(app.asNewBrowser(), fresh))).toBeUndefined()

    const second = await runHere('invite-admin', 'bea@example.com')
    const other = softwareAuthenticator(originOf(app))
    const bea = app.asNewBrowser()
    okay(await sendEnrolment(bea, { token: tokenIn(second.text), name: 'Bea', authenticator: other }))
    const write = tokenWrite({ name: 'Shop' })
    okay(await bea.post('/api/tokens', write))
    const none = { approveUpTo: {}, approveUpToADay: {} }
    const invitation = { name: 'Carl', email: 'carl@example.com', roles: ['clerk'], ...none }
    const { person } = invitedSchema.parse(okay(await bea.post('/api/invitations', invitation)))
    const rights = { roles: ['reviewer'], ...none }
    okay(await bea.put(`/api/people/${person.id}`, rights, { 'if-match': `"${person.version}"` }))
    const listed = (await runHere('proposals')).text.split('\n')
    expect(listed[0]).toContain('no admin may confirm it')
    expect(listed[1]).toContain(
      'Carl · {"roles":["reviewer"],"approveUpTo":{},"approveUpToADay":{}} · given access within 30 days by Bea alone',
    )
    // One admin alone takes the role of the other: then the command line ends them, and gives it back.
    const ana = peopleSchema.parse(okay(await bea.get('/api/people'))).items.find(({ name }) => name === 'Ana Souza')!
    okay(await bea.put(`/api/people/${ana.id}`, { roles: [], ...none }, { 'if-match': `"${ana.version}"` }))
    expect(await runHere('suspend', 'bea@example.com')).toMatchObject({
      isDone: true,
      text: expect.stringContaining('No admin is left'),
    })
    expect(await runHere('invite-admin', 'ana@example.com')).toMatchObject({
      isDone: true,
      text: expect.stringContaining('ana@example.com is an admin again'),
    })
    expect((await runHere('list')).text).toContain('Ana Souza · ana@example.com · admin · active')
    const back = app.asNewBrowser()
    okay(await sendAssertion(back, fresh))
    expect(problemOf(await back.get('/api/people'))).toBeUndefined()
    expect(await runHere('waive', 'ana@example.com')).toMatchObject({ isDone: true })
    const tokens = await (await app.openStore()).db.selectFrom('tokens').select('revoked_at').execute()
    expect(tokens).toEqual([{ revoked_at: expect.any(String) }])
    expect(problemOf(await bea.get('/api/account'))).toBe('SIGN_IN_REQUIRED')
    expect(problemOf(await sendAssertion(app.asNewBrowser(), other))).toBe('SIGN_IN_FAILED')
    expect((await runHere('list')).text).toContain('Bea · bea@example.com · admin · suspended')
  })

  it('npm run people: at another identity provider the server starts once all who were here before are suspended, by their names too', async () => {
    const issuer = absentIdentityProvider.OIDC_ISSUER
    const there = { ...place.environment, ...absentIdentityProvider, SIGN_IN: 'oidc', PORT: '0' }
    const refused = `OIDC_ISSUER is ${issuer}/, where each of the 2 people who are here from SIGN_IN=accounts would`
    await expect(startApp(readConfig(there))).rejects.toThrow(refused)
    expect(await run(there, 'keep-only', 'https://login.example.com')).toMatchObject({ isDone: false })
    expect((await run(there, 'suspend', 'carl')).text).toContain('carl is invited, not active')
    expect(await run(there, 'keep-only', issuer)).toMatchObject({
      isDone: true,
      text: expect.stringContaining('2 people are'),
    })
    expect((await run(there, 'list')).text).not.toContain('active')
    expect((await run(there, 'reinstate', 'ANA SOUZA')).text).toContain('PERSON_REFUSED, provider')
    await (await startApp(readConfig(there))).stop()
  })

  it('npm run people: whom an identity provider identified before is no admin here, and can be invited again', async () => {
    const store = await app.openStore()
    const former = {
      roles: '["admin"]',
      issuer: 'https://login.example.com/',
      subject: 'dora',
      email: 'dora@example.com',
    }
    const row = { id: 'dora', name: 'Dora', name_key: 'dora', created_at: new Date().toISOString(), ...former }
    await store.write((tx) => addPerson(tx, row))
    okay(
      await sendEnrolment(app.asNewBrowser(), {
        token: tokenIn((await runHere('invite-admin', 'eva@example.com')).text),
        name: 'Eva Pinto',
        authenticator: softwareAuthenticator(originOf(app)),
      }),
    )
    expect(await runHere('suspend', 'eva@example.com')).toMatchObject({
      isDone: true,
      text: expect.stringContaining('No admin is left'),
    })
    expect((await runHere('invite-admin', 'dora@example.com')).text).toContain('dora@example.com is invited as admin')
  })
})

it.each([
  [[], 'say what to do'],
  [['invite-admin'], 'say what to do'],
  [['invite-admin', 'no address'], 'say what to do'],
  [['list', 'everybody'], 'say what to do'],
  [['toString', 'ana@example.com'], 'say what to do'],
  [['list'], 'names are taken on trust'],
])('npm run people: with the words %j it says what is missing', async (words, text) => {
  const answer = await run({ SIGN_IN: 'local' }, ...words)
  expect(answer).toMatchObject({ isDone: false, text: expect.stringContaining(text) })
})
