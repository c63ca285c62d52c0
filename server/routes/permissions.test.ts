import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { mayDo, permissions, type Role, roles } from '#shared/api/permissions.ts'
import { problemSchema } from '#shared/api/problem.ts'
import { type SignInMode, signInModes } from '#shared/api/session.ts'
import { newTokenSchema, type TokenScope, tokenScopes } from '#shared/api/tokens.ts'
import { sessionCookieName } from '../http/cookies.ts'
import { permissionOf, type Route } from '../http/route.ts'
import { type Config, readConfig } from '../settings/config.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { memberSession } from '../testing/members.ts'
import { absentIdentityProvider, startTestApp, type TestApp } from '../testing/test-app.ts'
import { tokenWrite } from '../testing/tokens.ts'

/** Who may send a request to some routes, in all modes unless one is given. */
interface Rule {
  readonly may: 'everybody' | 'everyone signed in' | readonly Role[]
  /** Where it takes a proof of who one is that is at most five minutes old. */
  readonly proof?: true
  /** The modes in which there are such routes. */
  readonly in?: readonly SignInMode[]
  readonly routes: readonly string[]
}

/**
 * Retyped from the design, so that no change of a permission goes unseen: a route that is not here fails, and so does one that lets
 * anybody else in.
 */
const rules: readonly Rule[] = [
  {
    may: 'everybody',
    routes: ['GET /api/session', 'DELETE /api/session', 'GET /healthz'],
  },
  // Elsewhere on METRICS_PORT alone.
  { may: 'everybody', in: ['local'], routes: ['POST /api/session', 'GET /readyz', 'GET /metrics'] },
  {
    may: 'everybody',
    in: ['oidc'],
    routes: [
      'GET /api/sign-in/oidc',
      'GET /api/sign-in/oidc/callback',
      'GET /api/session/proof/oidc',
      'POST /api/sign-in/oidc/logout',
    ],
  },
  { may: 'everybody', in: ['local'], routes: openInLocal() },
  { may: roles, in: ['accounts', 'oidc'], routes: openInLocal() },
  {
    may: 'everybody',
    in: ['accounts'],
    routes: [
      'POST /api/sign-in/passkey-options',
      'POST /api/sign-in/passkey',
      'POST /api/sign-in/password',
      'POST /api/sign-in/recovery',
      // Whose link it is, its 256 bits say.
      'POST /api/enrolment',
      'POST /api/enrolment/passkey-options',
      'POST /api/enrolment/passkey',
      'POST /api/enrolment/totp',
      'POST /api/enrolment/password',
    ],
  },
  {
    may: 'everyone signed in',
    routes: [
      'POST /api/session/renewal',
      'GET /api/account',
      'GET /api/account/work',
      'POST /api/account/work/:id/stop',
      'DELETE /api/account/sessions/:id',
    ],
  },
  {
    may: 'everyone signed in',
    in: ['accounts'],
    routes: [
      'POST /api/session/proof/passkey-options',
      'POST /api/session/proof/passkey',
      'POST /api/session/proof/password',
    ],
  },
  // Each change takes a proof that confirms it: see stolen-session.test.ts.
  {
    may: 'everyone signed in',
    in: ['accounts'],
    routes: [
      'POST /api/account/passkey-options',
      'POST /api/account/passkeys',
      'DELETE /api/account/passkeys/:id',
      'POST /api/account/totp',
      'PUT /api/account/password',
      'DELETE /api/account/password',
      'POST /api/account/recovery-codes',
    ],
  },
  // A signature is a proof itself.
  {
    may: ['reviewer'],
    in: ['accounts'],
    routes: ['POST /api/approvals/challenge', 'POST /api/approvals/signature'],
  },
  {
    may: roles,
    routes: [
      'GET /api/activity',
      'GET /api/amount-limits',
      'GET /api/approval-policy',
      'GET /api/backups',
      'GET /api/bank-names',
      'GET /api/batches',
      'GET /api/batches/:id',
      'GET /api/batches/:id/review',
      'GET /api/batches/:id/validations',
      'GET /api/validation-jobs/:id/items',
      'GET /api/bank-names/:id',
      'GET /api/beneficiaries/:id',
      'GET /api/beneficiaries/:id/call-backs',
      'GET /api/beneficiaries/:id/validations',
      'GET /api/deliveries',
      'GET /api/events',
      'GET /api/exports',
      'GET /api/payouts/:id/outcomes',
      'GET /api/exports/:id',
      'GET /api/exports/:id/confirmations',
      // One’s own alone.
      'GET /api/jobs',
      'GET /api/jobs/:id/answers',
      'GET /api/jobs/past',
      'POST /api/jobs/:id/pause',
      'POST /api/jobs/:id/resume',
      'POST /api/jobs/:id/stop',
      'GET /api/merchant',
      'GET /api/overview',
      'GET /api/payouts/:id',
      'GET /api/payouts/:id/validations',
      'POST /api/batches/:id/review-lines',
      'POST /api/beneficiary-searches',
      'GET /api/beneficiaries',
      'POST /api/payout-marks',
      'POST /api/payout-searches',
      'POST /api/review-searches',
    ],
  },
  {
    may: ['clerk'],
    routes: [
      'GET /api/drafts',
      'GET /api/drafts/:id',
      'PUT /api/drafts/:id',
      'DELETE /api/drafts/:id',
      'POST /api/beneficiaries',
      'PUT /api/beneficiaries/:id',
      'GET /api/beneficiaries/:id/entry',
      'POST /api/beneficiaries/:id/archive',
      'POST /api/beneficiaries/:id/restore',
      'POST /api/beneficiaries/:id/validations',
      'POST /api/identity-validations',
      'POST /api/bank-validations',
      'POST /api/validation-searches',
      'GET /api/validations/:idempotencyKey',
      'POST /api/batches',
      'POST /api/batches/:id/finish',
      'DELETE /api/batches/:id',
      'POST /api/batches/:id/validation-counts',
      'POST /api/batches/:id/validations',
      'POST /api/validation-jobs/:id/pause',
      'POST /api/validation-jobs/:id/resume',
      'POST /api/validation-jobs/:id/stop',
      'POST /api/batches/:id/rows',
      'POST /api/batches/:id/submit',
      'POST /api/row-jobs',
      'POST /api/act-jobs',
      'POST /api/batch-checks',
      'GET /api/batches/:id/sheet',
      'PUT /api/batches/:id/sheet',
      'GET /api/batches/:id/sheet/parts',
      'PUT /api/batches/:id/sheet/parts',
      'GET /api/sheets',
      'POST /api/batches/:id/accepted-damage',
      'POST /api/payout-references',
      'POST /api/payout-warnings',
      'POST /api/payouts',
      'GET /api/payouts/:id/entry',
      'PUT /api/payouts/:id',
      'DELETE /api/payouts/:id',
      'POST /api/payouts/:id/submit',
      'POST /api/payouts/:id/take-over',
      'POST /api/payouts/:id/withdraw',
      'POST /api/payout-lists/submit',
      'POST /api/payout-lists/withdraw',
      'POST /api/payout-lists/delete',
    ],
  },
  { may: ['clerk', 'reviewer'], routes: ['POST /api/outcome-checks', 'POST /api/outcomes', 'POST /api/outcome-jobs'] },
  // Of what, depends on who typed it.
  {
    may: ['clerk', 'reviewer'],
    proof: true,
    routes: ['POST /api/beneficiaries/:id/reveal', 'POST /api/payouts/:id/reveal', 'POST /api/refused-payouts'],
  },
  {
    may: ['reviewer'],
    routes: [
      'POST /api/payouts/:id/undo',
      // What was signed, or proven, as it began.
      'POST /api/jobs/:id/undo',
    ],
  },
  {
    may: ['reviewer'],
    proof: true,
    routes: [
      'POST /api/payouts/:id/approve',
      'POST /api/payouts/:id/return',
      'POST /api/return-jobs',
      'POST /api/approval-jobs',
      'POST /api/exports',
      'DELETE /api/exports/:id',
      'GET /api/exports/:id/file',
    ],
  },
  { may: ['reviewer', 'admin'], proof: true, routes: ['GET /api/beneficiary-file'] },
  { may: ['clerk', 'reviewer'], proof: true, routes: ['POST /api/beneficiaries/:id/call-backs'] },
  {
    may: ['admin'],
    proof: true,
    routes: [
      'POST /api/beneficiaries/:id/unfreeze',
      'POST /api/beneficiaries/:id/erase',
      'POST /api/beneficiaries/:id/personal-data',
      'PUT /api/amount-limits/:id',
      'POST /api/approval-policy/proposals',
      'POST /api/proposals/:id/confirm',
      'DELETE /api/proposals/:id',
      'PUT /api/bank-names/:id',
      'DELETE /api/bank-names/:id',
      'POST /api/sample-data',
      'DELETE /api/sample-data',
    ],
  },
  { may: ['admin'], routes: ['GET /api/proposals'] },
  // Of a person there is none: 404.
  { may: roles, in: ['accounts', 'oidc'], routes: ['GET /api/staff', 'GET /api/token'] },
  {
    may: 'everyone signed in',
    in: ['accounts', 'oidc'],
    routes: [
      'GET /api/account/sign-ins',
      'GET /api/notifications',
      'POST /api/notifications/read',
      'PUT /api/notifications/settings',
    ],
  },
  { may: roles, in: ['accounts', 'oidc'], routes: ['GET /api/details-links'] },
  {
    may: ['clerk'],
    in: ['accounts', 'oidc'],
    routes: [
      'POST /api/details-links',
      'POST /api/details-link-lists',
      'POST /api/details-links/:id/renew',
      'POST /api/details-links/:id/extend',
      'POST /api/details-links/:id/mail',
      'DELETE /api/details-links/:id',
      'POST /api/details-links/:id/accept',
      'POST /api/details-links/:id/return',
      'POST /api/details-links/:id/refuse',
      'POST /api/received-details/accept',
    ],
  },
  {
    may: ['clerk', 'reviewer'],
    proof: true,
    in: ['accounts', 'oidc'],
    routes: ['POST /api/details-links/:id/submission', 'POST /api/received-details/look'],
  },
  {
    may: ['admin'],
    in: ['accounts', 'oidc'],
    routes: [
      'GET /api/people',
      'GET /api/review-cover',
      'GET /api/tokens',
      'GET /api/sign-ins',
      'GET /api/webhooks',
      'GET /api/webhooks/:id/deliveries',
      'GET /api/mail/failed',
    ],
  },
  {
    may: ['admin'],
    proof: true,
    in: ['accounts', 'oidc'],
    routes: [
      'POST /api/tokens',
      'POST /api/webhooks',
      'POST /api/webhooks/:id/secret',
      'POST /api/webhooks/:id/test',
      'POST /api/webhooks/:id/retry',
      'POST /api/webhooks/:id/revive',
      'POST /api/mail/retry',
      'DELETE /api/webhooks/:id',
      'DELETE /api/tokens/:id',
      'POST /api/invitations',
      'PUT /api/people/:id',
      'POST /api/people/:id/invitation',
      'DELETE /api/people/:id/invitation',
      'DELETE /api/people/:id/sign-ins',
      'POST /api/people/:id/re-enrolment',
      'DELETE /api/people/:id/hold',
      'DELETE /api/people/:id/sessions',
      'POST /api/people/:id/suspend',
      'POST /api/people/:id/reinstate',
    ],
  },
]

/** What API tokens open, by their scope; beside it what everybody may. All else is closed to them. */
const openToTokens: Readonly<Record<TokenScope | 'any', readonly string[]>> = {
  any: ['GET /api/token', ...openInLocal().filter((name) => name !== 'GET /api/sandbox')],
  'payouts:write': [
    'GET /api/events',
    'POST /api/beneficiary-searches',
    'GET /api/beneficiaries',
    'POST /api/beneficiaries',
    'GET /api/beneficiaries/:id',
    'GET /api/beneficiaries/:id/entry',
    'PUT /api/beneficiaries/:id',
    'POST /api/payout-searches',
    'POST /api/batches',
    'GET /api/batches',
    'GET /api/batches/:id',
    'POST /api/batches/:id/finish',
    'DELETE /api/batches/:id',
    'POST /api/batches/:id/rows',
    'POST /api/batches/:id/submit',
    'POST /api/batch-checks',
    'POST /api/payout-references',
    'POST /api/payout-warnings',
    'POST /api/payouts',
    'POST /api/outcome-checks',
    'POST /api/outcomes',
    'GET /api/payouts/:id',
    'GET /api/payouts/:id/validations',
    'GET /api/payouts/:id/entry',
    'PUT /api/payouts/:id',
    'DELETE /api/payouts/:id',
    'POST /api/payouts/:id/submit',
    'POST /api/payouts/:id/withdraw',
    'POST /api/payout-lists/submit',
    'POST /api/payout-lists/withdraw',
    'POST /api/payout-lists/delete',
  ],
  'details:write': [
    'POST /api/details-links',
    'POST /api/details-link-lists',
    'POST /api/details-links/:id/renew',
    'POST /api/details-links/:id/extend',
    'DELETE /api/details-links/:id',
  ],
  'details:read': ['GET /api/details-links'],
  // Of events those that concern exports.
  'exports:read': ['GET /api/events', 'GET /api/exports', 'GET /api/exports/:id', 'GET /api/exports/:id/file'],
}

/** Previews and rules are no secret of this machine's, and a merchant's own elsewhere. */
function openInLocal() {
  return [
    'POST /api/payout-previews',
    'GET /api/sandbox',
    'GET /api/rules',
    'GET /api/rules/:country',
    'GET /api/openapi.json',
  ]
}

/** Sets of roles that differ in what they may do; each role alone, none, and all. */
const roleSets: readonly (readonly [string, readonly Role[]])[] = [
  ['of no role', []],
  ...roles.map((role) => [`who is ${role}`, [role]] as const),
  ['of all roles', roles],
]

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method.toUpperCase()} ${path}`

/** The rule of a route in a mode. A test of its own says that there is exactly one. */
function ruleOf(route: Route, mode: SignInMode): Rule | undefined {
  return rules.find(({ in: modes = signInModes, routes }) => modes.includes(mode) && routes.includes(nameOf(route)))
}

type Verdict = 'let in' | (typeof verdicts)[number]

const verdicts = [
  'SIGN_IN_REQUIRED',
  'NOT_PERMITTED',
  'STEP_UP_REQUIRED',
  'SCOPE_MISSING',
  'TOKEN_REFUSED',
  // A request that is let in must not meet a bug either.
  'INTERNAL_ERROR',
] as const

/** No person; or one with roles, who proved who they are just now or six minutes ago. */
type Who = { readonly roles: readonly Role[]; readonly isProven: boolean } | undefined

function expected({ may, proof }: Rule, who: Who): Verdict {
  if (may === 'everybody') return 'let in'
  if (who === undefined) return 'SIGN_IN_REQUIRED'
  if (may !== 'everyone signed in' && !who.roles.some((role) => may.includes(role))) return 'NOT_PERMITTED'
  return proof === true && !who.isProven ? 'STEP_UP_REQUIRED' : 'let in'
}

/** What the declaration of a route lets a person do. */
function declared(route: Route, mode: SignInMode, who: Who): Verdict {
  const permission = permissionOf(route, mode)
  if (permission === undefined) return 'let in'
  if (who === undefined) return 'SIGN_IN_REQUIRED'
  if (!mayDo(who.roles, permission)) return 'NOT_PERMITTED'
  return permissions[permission].needsProof && !who.isProven ? 'STEP_UP_REQUIRED' : 'let in'
}

/** The same for a program with a token of these scopes; `any` is everything that a live token opens. */
function expectedOfToken({ may }: Rule, route: Route, scopes: readonly TokenScope[]): Verdict {
  if (may === 'everybody') return 'let in'
  const opened = (['any', ...scopes] as const).flatMap((scope) => openToTokens[scope])
  return opened.includes(nameOf(route)) ? 'let in' : 'SCOPE_MISSING'
}

/** Where no mail server is. */
const mailed = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'payouts@shop.example' }

/** Where payees give their own details. */
const details = { DETAILS_URL: 'http://localhost:3001', DETAILS_PORT: '0' }

const settings: Readonly<Record<SignInMode, Readonly<Record<string, string>>>> = {
  local: {},
  accounts: { SIGN_IN: 'accounts', WEBHOOKS: 'on', ...mailed, ...details },
  oidc: { SIGN_IN: 'oidc', WEBHOOKS: 'on', ...mailed, ...details, ...absentIdentityProvider },
}

const minuteMs = 60_000

const testSet = inject('testSet')

describe.each(signInModes)('permissions in %s', (mode) => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'payout-desk-'))
  let app: TestApp
  let config: Config
  /** The database as it is seen now, and as it was seen six minutes ago. */
  let stores: { readonly proven: Store; readonly unproven: Store }
  beforeAll(async () => {
    const environment = { ...settings[mode], DATA_DIR: dataDirectory }
    app = await startTestApp(environment)
    config = readConfig(environment)
    const open = (ageMs: number) => openStore(config.data, () => new Date(Date.now() - ageMs))
    stores = { proven: await open(0), unproven: await open(6 * minuteMs) }
  })
  afterAll(async () => {
    await app.stop()
    await Promise.all([stores.proven.close(), stores.unproven.close()])
    rmSync(dataDirectory, { recursive: true, force: true })
  })

  /**
   * Every route of a server with accounts; of the other two modes, and in `npm run check`, one route of each rule, as what is declared is compared with the
   * rules below; all in `npm run soak`.
   */
  const probed = () =>
    testSet === 'check' || (mode !== 'accounts' && testSet !== 'soak')
      ? new Set(rules.flatMap((rule) => app.routes.find((route) => ruleOf(route, mode) === rule) ?? []))
      : app.routes

  const askAll = async (
    headers: Record<string, string>,
    rightFor: (rule: Rule, route: Route) => Verdict,
    isAsked: (rule: Rule) => boolean = () => true,
  ) => {
    const wrong: string[] = []
    for (const route of [...probed()].sort((one, other) => Number(endsSession(one)) - Number(endsSession(other)))) {
      const rule = ruleOf(route, mode)
      if (rule === undefined || !isAsked(rule)) continue
      const right = rightFor(rule, route)
      if (right === 'let in' && mode !== 'local' && loadsSample(route)) continue
      const verdict = await ask(app, route, headers)
      if (verdict !== right) wrong.push(`${nameOf(route)}: ${verdict} instead of ${right}`)
    }
    expect(wrong).toEqual([])
  }
  /** With a session's token; undefined: without. */
  const askWith = (who: Who, token: string | undefined) => {
    const cookie = token === undefined ? {} : { cookie: `${sessionCookieName(new URL(app.url).host)}=${token}` }
    const right = (rule: Rule, route: Route) => {
      const verdict = expected(rule, who)
      return verdict === 'let in' && isConfirmed(route) ? 'STEP_UP_REQUIRED' : verdict
    }
    // How old a proof is matters to what takes one alone.
    return askAll(cookie, right, ({ proof }) => proof === true || who?.isProven !== false || testSet === 'soak')
  }
  const askWithToken = (token: string, right: (rule: Rule, route: Route) => Verdict) =>
    askAll({ authorization: `Bearer ${token}` }, right)
  const begin = (roles: readonly Role[], when: keyof typeof stores) =>
    memberSession(stores[when], config, { name: `Some ${roles.join(' ')} ${when}`, roles })

  it(`Permissions: every route of ${mode} is listed once, and nothing else is`, () => {
    const listed = rules.flatMap(({ in: modes = signInModes, routes }) => (modes.includes(mode) ? routes : []))
    expect(listed.toSorted()).toEqual(app.routes.map(nameOf).toSorted())
    expect(listed.length).toBeGreaterThan(50)
  })

  it(`Permissions: what the routes of ${mode} declare gives everyone what the table says`, () => {
    const everyone = [
      undefined,
      ...roleSets.flatMap(([, held]) => [true, false].map((isProven) => ({ roles: held, isProven }))),
    ]
    const wrong = app.routes.flatMap((route) => {
      const rule = ruleOf(route, mode)
      const differ =
        rule === undefined ? [] : everyone.filter((who) => declared(route, mode, who) !== expected(rule, who))
      return differ.map((who) => `${nameOf(route)} for ${JSON.stringify(who)}`)
    })
    expect(wrong).toEqual([])
  })

  it(`Permissions: in ${mode} a request without a session gets nowhere but where everyone may`, () =>
    askWith(undefined, undefined))

  it(`Permissions: in ${mode} an unknown session opens nothing`, () => askWith(undefined, 'A'.repeat(43)))

  if (mode === 'local') {
    it('Permissions: in local a person who gives a name may do everything, for as long as the session lasts', async () => {
      const { headers } = await app.asNobody().post('/api/session', { name: 'Ana Souza' })
      const token = /=([^;]+)/.exec(`${headers['set-cookie']}`)?.[1]
      await askWith({ roles, isProven: true }, token)
    })
    return
  }

  it.each(roleSets)(`Permissions: in ${mode} a person %s gets exactly where the table says`, async (_, given) => {
    await askWith({ roles: given, isProven: true }, await begin(given, 'proven'))
    await askWith({ roles: given, isProven: false }, await begin(given, 'unproven'))
  })

  const scopeSets: readonly (readonly [string, readonly TokenScope[]])[] = [
    ...tokenScopes.map((scope) => [scope, [scope]] as const),
    ['all scopes', tokenScopes],
  ]
  it.each(scopeSets)(
    `Permissions: in ${mode} a program with a token of %s gets exactly where the table says`,
    async (name, scopes) => {
      const admin = await app.asMember({ name: `Admin for ${name}`.replace(/\W/g, ' '), roles })
      const write = tokenWrite({ name: name.replace(/\W/g, ' '), scopes: [...scopes] })
      const { token } = newTokenSchema.parse((await admin.post('/api/tokens', write)).json)
      await confirmAll(app)
      await askWithToken(token, (rule, route) => expectedOfToken(rule, route, scopes))
    },
  )

  it(`Permissions: in ${mode} an unknown token opens nothing`, () =>
    askWithToken(`pd_${'A'.repeat(43)}`, ({ may }) => (may === 'everybody' ? 'let in' : 'TOKEN_REFUSED')))
})

/** Ends the visitor's own session: comes last. */
function endsSession(route: Route): boolean {
  return nameOf(route) === 'DELETE /api/session'
}

/** A change of what one signs in with of which nothing could be spoiled: no proof confirms it. */
function isConfirmed(route: Route): boolean {
  return nameOf(route) === 'POST /api/account/recovery-codes'
}

/** Takes half a second, and nothing of the request could be spoiled: who is let in does it in one mode. */
function loadsSample(route: Route): boolean {
  return nameOf(route) === 'POST /api/sample-data'
}

/** Sends what is refused right after the permission, wherever a route reads anything of a request: who is let in changes nothing. */
async function ask(app: TestApp, route: Route, given: Record<string, string>): Promise<Verdict> {
  const headers = { ...given, 'idempotency-key': 'two words', ...(route.body && { 'content-type': 'text/plain' }) }
  const { status, json } = await app.asNobody().send(methods[route.method], route.path.replace(/:\w+/, '-'), {
    headers,
    ...(route.body && { body: 'nothing' }),
  })
  const code = status >= 400 ? problemSchema.parse(json).code : ''
  return verdicts.find((verdict) => verdict === code) ?? 'let in'
}

const methods = { get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' } as const
