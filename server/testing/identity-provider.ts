import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'
import { Agent, request } from 'undici'
import type { Environment } from '../kernel/environment.ts'

/** A person whom the provider knows. What is left out of `claims` is not in their ID token. */
interface ProvidersPerson {
  readonly subject: string
  readonly claims: Record<string, unknown>
}

type TokenClaims = Record<string, unknown>

/** A real identity provider on this machine, whose people sign in without a screen. */
export interface TestIdentityProvider {
  readonly issuer: string
  /** What a server needs to know of it. */
  readonly environment: Environment
  /** Who sits at the browser; undefined: they decline. */
  person: ProvidersPerson | undefined
  /** When they last signed in there, in seconds; undefined: now, with each visit. */
  signedInAt: number | undefined
  /** Rewrites what an ID token says before it is signed; undefined: nothing is. */
  alter: ((claims: TokenClaims) => TokenClaims) | undefined
  /** How an ID token is written; undefined: as it should be. */
  sign: ((claims: TokenClaims) => Promise<string>) | undefined
  /** Whether every answer is that of a proxy whose server is gone. */
  isBroken: boolean
  /** Where it may send people back to; and where it reports logouts, if anywhere. */
  serve(redirectUri: string, logoutUri?: string): void
  /** Signs whatever it is given as this provider. */
  signed(claims: TokenClaims, type?: string): Promise<string>
  /** Follows a browser through the provider's pages to where it is sent back to. Cookies there stay from visit to visit. */
  visit(address: string): Promise<URL>
  /** Ends the session there. */
  forgetBrowser(): void
  /** A person signs out at the provider itself. */
  signOutThere(): Promise<void>
  stop(): Promise<void>
}

export const clientSecret = 'a-secret-of-the-client-that-nobody-sees'

const clientId = 'payout-desk'

/** Listens at once, and answers once `serve` was called. */
export async function startIdentityProvider(): Promise<TestIdentityProvider> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'of-this-test', alg: 'ES256', use: 'sig' }
  let handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void = (_incoming, outgoing) => outgoing.end()
  const server = createServer((incoming, outgoing) => {
    if (!provider.isBroken) return handle(incoming, outgoing)
    outgoing.statusCode = 502
    outgoing.end('<h1>Bad gateway</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const browser = openBrowser(issuer)
  let idToken = ''
  const provider: TestIdentityProvider = {
    issuer,
    environment: environmentOf(issuer),
    person: undefined,
    signedInAt: undefined,
    alter: undefined,
    sign: undefined,
    isBroken: false,
    signed: (claims, typ = 'JWT') =>
      new SignJWT(claims).setProtectedHeader({ alg: key.alg, kid: key.kid, typ }).sign(privateKey),
    serve(redirectUri, logoutUri) {
      const oidc = new Provider(issuer, configurationFor(redirectUri, logoutUri, provider, key))
      oidc.use(async (ctx, next) => {
        if (ctx.path.startsWith('/interaction/')) return signInWithoutScreen(oidc, ctx, provider)
        await next()
        const body: unknown = ctx.body
        if (ctx.path !== '/token' || typeof body !== 'object' || body === null || !('id_token' in body)) return
        const claims = JSON.parse(Buffer.from(String(body.id_token).split('.')[1] ?? '', 'base64url').toString())
        idToken = await (provider.sign ?? provider.signed)(provider.alter?.(claims) ?? claims)
        ctx.body = { ...body, id_token: idToken }
      })
      handle = oidc.callback()
    },
    visit: browser.visit,
    forgetBrowser: browser.forget,
    async signOutThere() {
      const { text } = await browser.ask(new URL(`/session/end?id_token_hint=${idToken}`, issuer))
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(text) ?? []
      await browser.ask(new URL('/session/end/confirm', issuer), { xsrf, logout: 'yes' })
    },
    async stop() {
      await browser.close()
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
  return provider
}

function environmentOf(issuer: string): Environment {
  return {
    SIGN_IN: 'oidc',
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ROLES: JSON.stringify({
      'payouts-clerks': ['clerk'],
      'payouts-leads': ['viewer', 'reviewer'],
      'payouts-admins': ['admin'],
    }),
  }
}

type Context = Parameters<Parameters<Provider['use']>[0]>[0]

/** What the provider's own pages would end with. */
async function signInWithoutScreen(
  oidc: Provider,
  ctx: Context,
  { person, signedInAt: ts }: Pick<TestIdentityProvider, 'person' | 'signedInAt'>,
): Promise<void> {
  const login = person && { accountId: person.subject, ...(ts !== undefined && { ts }) }
  await oidc.interactionFinished(ctx.req, ctx.res, login === undefined ? { error: 'access_denied' } : { login })
  ctx.respond = false
}

/** Keeps cookies, and goes where it is sent until that is somewhere else than at `home`. */
function openBrowser(home: string) {
  const agent = new Agent()
  const cookies = new Map<string, string>()
  const ask = async (url: URL, form?: Record<string, string>) => {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: agent,
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'content-type': 'application/x-www-form-urlencoded',
      },
      ...(form && { body: new URLSearchParams(form).toString() }),
    })
    for (const cookie of [headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: statusCode, location: headers.location, text: await body.text() }
  }
  const visit = async (begin: string, turns = 10): Promise<URL> => {
    const { status, location, text } = await ask(new URL(begin))
    if (typeof location !== 'string' || turns === 0) throw new Error(`the provider answered ${status}: ${text}`)
    const next = new URL(location, begin)
    return next.origin === home ? visit(next.href, turns - 1) : next
  }
  return { ask, visit, forget: () => cookies.clear(), close: () => agent.destroy() }
}

function configurationFor(
  redirectUri: string,
  logoutUri: string | undefined,
  provider: Pick<TestIdentityProvider, 'person'>,
  key: object,
): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        id_token_signed_response_alg: 'ES256',
        ...(logoutUri && { backchannel_logout_uri: logoutUri, backchannel_logout_session_required: true }),
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['of this test alone'] },
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'groups', 'realm_access', 'acr', 'amr'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, subject) => ({
      accountId: subject,
      claims: () => ({ ...provider.person?.claims, sub: subject }),
    }),
    loadExistingGrant: async (ctx) => {
      const { client, session } = ctx.oidc
      if (!client || !session?.accountId) return undefined
      const grant = new ctx.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    // The provider would not call this machine, where our server is.
    fetch: (url, { dispatcher: _, ...options } = {}) => fetch(url, options),
    pkce: { required: () => true },
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 3600 },
  }
}
