import { withoutTail } from '#shared/rule-book/cleaning.ts'
import type { Environment } from '../kernel/environment.ts'
import { isLoopback } from '../kernel/loopback.ts'

/** Where the provider is and who we are there. The token leaves this value in the provider client only. */
export interface ProviderAccount {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly shopId: string
  readonly apiToken: string
}

interface ProviderAccountResult {
  readonly account: ProviderAccount | undefined
  readonly errors: readonly string[]
}

/** Reads the provider's variables: none set is the sandbox (no account), some set is an error that names what is missing. */
export function readProviderAccount(given: Environment, readFile: (path: string) => string): ProviderAccountResult {
  const { PROVIDER_BASE_URL: address, PROVIDER_SHOP_ID: shopId } = given
  const tokenGiven = given.PROVIDER_API_TOKEN ?? given.PROVIDER_API_TOKEN_FILE
  if (!address && !shopId && !tokenGiven) return { account: undefined, errors: [] }
  const token = readToken(given, readFile)
  const errors = [
    ...missing({
      PROVIDER_BASE_URL: address,
      PROVIDER_SHOP_ID: shopId,
      'PROVIDER_API_TOKEN (or PROVIDER_API_TOKEN_FILE)': tokenGiven,
    }),
    ...addressErrors(address),
    ...(shopId === undefined || /^\d+$/.test(shopId.trim()) ? [] : ['PROVIDER_SHOP_ID must be digits only']),
    ...token.errors,
  ]
  if (errors.length > 0 || !address || !shopId) return { account: undefined, errors }
  return {
    account: { baseUrl: withoutTail(address.trim(), /\//), shopId: shopId.trim(), apiToken: token.text },
    errors,
  }
}

function missing(wanted: Environment): string[] {
  return Object.entries(wanted)
    .filter(([, value]) => value === undefined)
    .map(([name]) => `${name} is missing: set all three provider variables, or none for the sandbox`)
}

function addressErrors(address: string | undefined): string[] {
  if (address === undefined) return []
  if (!URL.canParse(address.trim())) return ['PROVIDER_BASE_URL must be an address such as https://provider.example']
  const url = new URL(address.trim())
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return [
      'PROVIDER_BASE_URL must begin with https:// (http:// only on this machine): the token must not travel in the clear',
    ]
  }
  if (url.username || url.password || url.search || url.hash) {
    return ['PROVIDER_BASE_URL must not hold credentials, a query or a fragment']
  }
  return []
}

function readToken(
  given: Environment,
  readFile: (path: string) => string,
): { text: string; errors: readonly string[] } {
  const { PROVIDER_API_TOKEN: token, PROVIDER_API_TOKEN_FILE: path } = given
  if (token && path)
    return { text: '', errors: ['PROVIDER_API_TOKEN and PROVIDER_API_TOKEN_FILE are both set: keep one'] }
  if (path === undefined) return { text: token?.trim() ?? '', errors: [] }
  try {
    const text = readFile(path).trim()
    return { text, errors: text === '' ? ['PROVIDER_API_TOKEN_FILE is an empty file'] : [] }
  } catch {
    return { text: '', errors: ['PROVIDER_API_TOKEN_FILE cannot be read: check the path and its permissions'] }
  }
}
