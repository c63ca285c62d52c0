import { systemClock } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'
import { createProviderClient, type ProviderClient } from '../provider/provider-client.ts'
import { connectProvider } from '../provider/provider-connection.ts'
import { readWireNames } from '../provider/wire-names.ts'
import { type Script, type ScriptedProvider, startScriptedProvider } from './scripted-provider.ts'

/** A person of the tests; "prueba" means test. */
export const ana = {
  country: 'AR',
  firstName: 'Ana',
  lastName: 'Prueba',
  documentType: 'DNI',
  documentNumber: '12345678',
}
export const account = { ...ana, accountNumber: '0110599520000001234567' }
export const token = 'token-of-the-shop'
export const ends: (() => Promise<void>)[] = []

/** Ends what the tests of a file have started: for afterEach. */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0)) await end()
}

interface Setting {
  readonly renaming?: unknown
  readonly timeoutMs?: number
  readonly maxAttempts?: number
}

/** The real client, over real connections, that hardly waits between attempts. */
export function clientOf(
  baseUrl: string,
  { renaming = {}, timeoutMs = 2_000, maxAttempts = 3 }: Setting = {},
): ProviderClient {
  const naming = readWireNames(renaming)
  if (!naming.ok) throw new Error(naming.error)
  const connection = connectProvider({ baseUrl, shopId: '4711', apiToken: token }, timeoutMs)
  ends.push(() => connection.close())
  const policy = { timeoutMs, maxAttempts, backoffBaseMs: 1 }
  const log = { info: () => {}, error: () => {}, trouble: () => {} }
  const counter = { called: () => {}, attempted: () => {} }
  return createProviderClient({ connection, names: naming.names, policy, clock: systemClock, log, counter })
}

/** A client and the scripted provider that it talks to. */
export async function against(
  ...scripts: readonly Script[]
): Promise<{ client: ProviderClient; provider: ScriptedProvider }> {
  const provider = await startScriptedProvider(...scripts)
  ends.push(() => provider.stop())
  return { client: clientOf(provider.baseUrl), provider }
}

/** The failure that a call must come to. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  const error = await call.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  )
  if (error instanceof Failure) return error
  throw error
}
