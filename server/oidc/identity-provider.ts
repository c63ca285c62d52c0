import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { isLoopback } from '../kernel/loopback.ts'
import type { OidcSettings } from '../settings/oidc-settings.ts'
import type { OidcAttempt } from './attempt.ts'
import { type Identity, identityIn, logoutLifeS, type ProviderLogout, providerLogoutIn, skewS } from './claims.ts'
import { failureOf } from './library-failure.ts'
import { OidcFailure } from './oidc-failure.ts'

export interface IdentityProvider {
  /** Where the browser goes. */
  begin(attempt: OidcAttempt, state: string): Promise<URL>
  /** Who came back, from the address that they came back to. */
  identify(answer: URL, attempt: OidcAttempt, state: string): Promise<Identity>
  /** Reads what the provider's own server sent. */
  readLogout(token: string): Promise<ProviderLogout>
}

/** After this long without an answer a provider is taken to be down, in s. */
const patienceS = 5

const hourMs = 3_600_000

/** Only with a key that the provider alone has: HS256 and none prove no signer. */
const signatures = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/**
 * The company's identity provider, called only when a person signs in: the server starts, and sessions go on, while
 * it is down. Every method throws an OidcFailure.
 */
export function createIdentityProvider(settings: OidcSettings): IdentityProvider {
  const findProvider = discovery(settings)
  return {
    begin: (attempt, state) =>
      orFailure(async () => {
        const { config } = await findProvider()
        return client.buildAuthorizationUrl(config, { ...(await parametersOf(attempt, config, settings)), state })
      }),
    identify: (answer, attempt, state) =>
      orFailure(async () => {
        const { config } = await findProvider()
        const tokens = await client.authorizationCodeGrant(config, answer, {
          pkceCodeVerifier: attempt.verifier,
          expectedState: state,
          expectedNonce: attempt.nonce,
          idTokenExpected: true,
        })
        // The tokens themselves go with this block: nothing of ours ever asks the provider for more.
        return identityIn(tokens.claims() ?? {}, attempt.provenSince, settings)
      }),
    readLogout: (token) =>
      orFailure(async () => {
        const { config, keys } = await findProvider()
        const { issuer } = config.serverMetadata()
        const { payload, protectedHeader } = await jwtVerify(token, keys, {
          issuer,
          audience: settings.clientId,
          algorithms: signatures,
          requiredClaims: ['iat', 'jti'],
          maxTokenAge: logoutLifeS,
          clockTolerance: skewS,
        })
        const { typ = 'JWT' } = protectedHeader
        if (!['logout+jwt', 'jwt'].includes(typ.toLowerCase().replace(/^application\//, ''))) {
          throw new OidcFailure('not_trusted', 'token of another type')
        }
        return providerLogoutIn(payload)
      }),
  }
}

interface DiscoveredProvider {
  readonly config: client.Configuration
  readonly keys: ReturnType<typeof createRemoteJWKSet>
}

/** Asks the provider about itself when that is first needed, and again after an hour. */
function discovery(settings: OidcSettings): () => Promise<DiscoveredProvider> {
  let known: { readonly found: Promise<DiscoveredProvider>; readonly at: number } | undefined
  return () => {
    if (known !== undefined && performance.now() - known.at < hourMs) return known.found
    const asked = { found: discover(settings), at: performance.now() }
    known = asked
    asked.found.catch(() => {
      if (known === asked) known = undefined
    })
    return asked.found
  }
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<DiscoveredProvider> {
  const insecure = issuer.protocol === 'http:' && isLoopback(issuer.hostname)
  const config = await client.discovery(
    issuer,
    clientId,
    {},
    (server, ...rest) => {
      const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
      const send = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost
      return send(clientSecret)(server, ...rest)
    },
    { timeout: patienceS, execute: insecure ? [client.allowInsecureRequests] : [] },
  )
  const { issuer: named, jwks_uri } = config.serverMetadata()
  // The library accepts answers of some large providers for an issuer that is open to the public.
  if (new URL(named).href !== issuer.href) throw new OidcFailure('not_trusted', 'provider of another issuer')
  if (jwks_uri === undefined) throw new OidcFailure('not_trusted', 'provider without keys')
  // Or an ID token would be believed for the connection that it came by.
  client.enableNonRepudiationChecks(config)
  return { config, keys: createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: patienceS * 1000 }) }
}

async function parametersOf(
  { nonce, verifier, redirectUri, provenSince }: OidcAttempt,
  config: client.Configuration,
  { rolesClaim, acr }: OidcSettings,
): Promise<Record<string, string>> {
  const { scopes_supported: scopes = [] } = config.serverMetadata()
  return {
    redirect_uri: redirectUri,
    // Some providers have the claim in a scope of its name.
    scope: ['openid', 'profile', 'email', ...(scopes.includes(rolesClaim) ? [rolesClaim] : [])].join(' '),
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(acr.length > 0 && { acr_values: acr.join(' ') }),
    ...(provenSince !== undefined && { max_age: '0' }),
  }
}

/** Whatever went wrong becomes one of the codes that the screen knows. */
async function orFailure<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    throw failureOf(error)
  }
}
