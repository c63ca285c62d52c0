import { randomUUID } from 'node:crypto'
import type { DestinationStream } from 'pino'
import { type FieldTable, payoutFields } from '#shared/payout/fields.ts'
import { withSpellings } from '#shared/payout/sent-request.ts'
import { createPasswordHashes } from '../accounts/password-hash.ts'
import type { Route } from '../http/route.ts'
import { createWriteLimits } from '../http/write-limits.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { createLimit, createPeopleLimit, peopleOfAddress, perDay, perMinuteAndDay } from '../kernel/limit.ts'
import { createLog, type Log } from '../kernel/log.ts'
import { underName } from '../kernel/loopback.ts'
import { currentMerchant } from '../merchant/current-merchant.ts'
import { watchEventLoop } from '../metrics/event-loop.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { createOidcSignIn, type OidcSignIn } from '../oidc/oidc-sign-in.ts'
import { storeForRoutes } from '../people/sender.ts'
import { createSessions, type Sessions } from '../people/sessions.ts'
import { createSignInLimits } from '../people/sign-in-limits.ts'
import { createRefusals, type Refusals } from '../problems/refusals.ts'
import type { ProviderAccount } from '../provider/provider-account.ts'
import { createProviderClient, type ProviderClient } from '../provider/provider-client.ts'
import { connectProvider } from '../provider/provider-connection.ts'
import { longestCallMs } from '../provider/retries.ts'
import type { Sandbox } from '../sandbox/start-sandbox.ts'
import { createNumberSearches, type NumberSearches } from '../search/number-searches.ts'
import { createUnsentPayouts, type UnsentPayouts } from '../search/unsent-payouts.ts'
import type { Config } from '../settings/config.ts'
import type { QueryLog } from '../store/database-kind.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { createTokens, type Tokens } from '../tokens/tokens.ts'
import { saveValidation } from '../validations/saved-validations.ts'
import { createValidationLedger } from '../validations/validation-ledger.ts'
import { createValidations, type Validations } from '../validations/validations.ts'
import type { WebhookNetwork } from '../webhooks/send-webhook.ts'
import { createPacedGroups, type PacedGroups } from '../writes/paced-groups.ts'
import { createWrites } from '../writes/writes.ts'
import { createApp, createDetailsApp, createOperatorApp } from './app.ts'
import { type AppJobs, startJobs } from './app-jobs.ts'
import { startHttpServers } from './http-server.ts'
import { prepareStore } from './prepare-store.ts'

export interface RunningApp {
  /** Where the app answers, such as http://127.0.0.1:3000. */
  readonly url: string
  /** Where /metrics and /readyz answer this machine alone; undefined without METRICS_PORT. */
  readonly metricsUrl: string | undefined
  /** Where beneficiaries give their own details; undefined without DETAILS_URL. */
  readonly detailsUrl: string | undefined
  /** Where the sandbox provider answers; undefined when the provider is real. */
  readonly sandboxUrl: string | undefined
  /** All that it serves, but for the files of the pages. */
  readonly routes: readonly Route[]
  /** Takes no new work, lets what is under way end, then closes everything; at most ten seconds. */
  stop(): Promise<void>
}

/** After it is asked to stop, what is under way may go on for so long; then it is cut, or refused where it waits to write, and so answered. */
const usualGraceMs = 8_000

interface StartOptions {
  /** Takes the log's lines; left out, they go to standard output. */
  readonly logTo?: DestinationStream
  /** The fields that entries have; left out, those of a payout. */
  readonly fields?: FieldTable | undefined
  /** Hears of each query of the store. */
  readonly queryLog?: QueryLog | undefined
  /** Runs between the routes and the sessions. */
  readonly overSessions?: (sessions: Sessions) => Sessions
  /** How long a write waits for its turn, and how long one that waits may do so once the app is asked to stop. */
  readonly writerWaitMs?: number | undefined
  readonly graceMs?: number | undefined
  readonly clock?: Clock | undefined
  /** How the hosts of webhooks are found and trusted; the mail server is trusted so, too. */
  readonly network?: WebhookNetwork | undefined
}

/** Builds and starts all that a configuration asks for. */
export async function startApp(
  config: Config,
  { logTo, overSessions = (sessions) => sessions, clock = systemClock, ...options }: StartOptions = {},
): Promise<RunningApp> {
  const log = createLog(config.logLevel, logTo)
  const { names, ...policy } = config.providerCalls
  const store = await openStore({ ...storeSettings(config, options), isClockHeld: clock === systemClock }, clock.date)
  await prepareStore(store, clock).catch((error: unknown) => refuseStart(error, { store }))
  const { sandbox, account } = await providerFor(config)
  const connection = connectProvider(account, config.providerCalls.timeoutMs)
  const ending = new AbortController()
  const metrics = appMetrics(store, ending.signal)
  const provider = createProviderClient({ connection, names, policy, clock, log, counter: metrics })
  metrics.watch(provider.endpointClients)
  const validations = appValidations(config, { log, clock, provider, store, ending: ending.signal })
  const refusals = createRefusals({ store, clock, log })
  const sessions = overSessions(createSessions(store, config.signIn, config.sessionLife, log))
  const oidc = config.oidc && (await createOidcSignIn(config.oidc, { store, sessions, clock, log }))
  const groups = createPacedGroups()
  const saving = limitsOfSaving(config, store, clock)
  const own = { url: '' }
  const publicOrigin = () => new URL(config.publicUrl ?? own.url).origin
  const work = { publicOrigin, groups, validations, refusals, provider, ...saving, ...options }
  const jobs = startJobs(config, { log, clock, store, metrics, ...work })
  const tokens = createTokens(store, config.signIn, log)
  const stopping = new AbortController()
  const { app, operatorApp, detailsApp, routes } = appOver(config, {
    ...{ log, clock, metrics, provider, store, sessions, oidc, tokens, refusals, validations, groups },
    environment: sandbox === undefined ? 'provider' : 'sandbox',
    ...{ ...jobs, ...saving },
    isStopping: () => stopping.signal.aborted,
    publicOrigin,
  })
  const listeners = { app, operatorApp, detailsApp }
  const { server, metricsServer, detailsServer } = await startHttpServers(config, listeners).catch((error: unknown) =>
    refuseStart(error, { jobs, store }),
  )
  own.url = underName(server.url)
  const cutShort = () => {
    ending.abort()
    store.writers.refuse()
    for (const endpointClient of Object.values(provider.endpointClients)) endpointClient.close()
    return connection.close()
  }
  return {
    url: server.url,
    metricsUrl: metricsServer?.url,
    detailsUrl: detailsServer?.url,
    sandboxUrl: sandbox?.server.baseUrl,
    routes,
    stop: async () => {
      stopping.abort()
      const cancel = clock.schedule(options.graceMs ?? usualGraceMs, cutShort)
      const jobsEnded = jobs.stop()
      await Promise.all([server.stop(), detailsServer?.stop()])
      await validations.settled()
      await Promise.all([sessions, tokens, refusals].map((writing) => writing.settled()))
      cancel()
      await cutShort()
      await sandbox?.server.stop()
      await jobsEnded
      await metricsServer?.stop()
      await store.close()
    },
  }
}

function appMetrics({ writers }: Store, ending: AbortSignal): Metrics {
  const metrics = createMetrics()
  metrics.watchWriters(writers)
  watchEventLoop(metrics.stalled, ending)
  return metrics
}

async function refuseStart(
  error: unknown,
  { jobs, store }: { readonly jobs?: AppJobs; readonly store: Store },
): Promise<never> {
  await jobs?.stop()
  await store.close()
  throw error
}

/** Where names are taken on trust, a second reviewer proves nothing. */
function storeSettings({ data, signIn, oidc, notificationHosts, providerCalls }: Config, options: StartOptions) {
  const fields = withSpellings(options.fields ?? payoutFields, providerCalls.names)
  const areNamesProven = signIn !== 'local'
  const sanctionsReviewers = areNamesProven ? 2 : 1
  const issuer = oidc?.issuer.href
  return { ...data, ...options, fields, notificationHosts, sanctionsReviewers, areNamesProven, issuer }
}

interface Foundations extends Omit<AppJobs, 'stop'> {
  readonly log: Log
  readonly clock: Clock
  readonly environment: 'sandbox' | 'provider'
  readonly metrics: Metrics
  readonly provider: ProviderClient
  readonly store: Store
  readonly sessions: Sessions
  readonly oidc: OidcSignIn | undefined
  readonly tokens: Tokens
  readonly refusals: Refusals
  readonly validations: Validations
  readonly groups: PacedGroups
  readonly numberSearches: NumberSearches
  readonly unsentPayouts: UnsentPayouts
  readonly isStopping: () => boolean
  readonly publicOrigin: () => string
}

function appValidations(
  { providerCalls, validationsPerMinute: most, signIn }: Config,
  deps: Pick<Foundations, 'log' | 'clock' | 'provider' | 'store'> & { readonly ending: AbortSignal },
): Validations {
  return createValidations({
    ...deps,
    ledger: createValidationLedger(deps.store, longestCallMs(providerCalls.timeoutMs)),
    encryption: deps.store.encryption,
    saveValidation,
    // Each validation may cost money: where names are taken on trust, another name is no way round the limit.
    limit: createPeopleLimit(most, signIn === 'local' ? most : peopleOfAddress * most, deps.clock),
    maxAttempts: providerCalls.maxAttempts,
  })
}

/** More than a person enters in a day: numbers of rows that warnings refused; beneficiaries, of each search in a minute. */
const [refusedNumbersPerDay, beneficiariesPerSearch] = [20_000, 20]

function limitsOfSaving(config: Config, store: Store, clock: Clock) {
  const numberSearches = createNumberSearches(store, {
    own: createLimit(perMinuteAndDay(config.numberSearchesPerMinute), clock),
    ofFiles: createLimit(perDay(refusedNumbersPerDay), clock),
    beneficiaries: createLimit(perDay(beneficiariesPerSearch * config.numberSearchesPerMinute), clock),
    isByAddress: config.signIn === 'local',
  })
  return { numberSearches, unsentPayouts: createUnsentPayouts(config.unsentPayouts) }
}

function appOver(config: Config, { log, clock, provider, store: below, ...rest }: Foundations) {
  const store = storeForRoutes(below, config.signIn)
  const deps = {
    ...config,
    ...rest,
    names: config.providerCalls.names,
    clock,
    store,
    writes: createWrites(store),
    signInLimits: createSignInLimits(config.signInsPerMinute, { clock, refuse: rest.sessions.refuse }),
    passwords: createPasswordHashes(config.passwordCost),
    writeLimits: createWriteLimits(config.writesPerMinute, clock),
    currentMerchant: currentMerchant(provider, clock),
  }
  return { ...createApp(deps, log), operatorApp: createOperatorApp(deps, log), detailsApp: createDetailsApp(deps, log) }
}

/** The merchant's account at the provider, or else at a sandbox of our own. */
async function providerFor(
  config: Config,
): Promise<{ readonly sandbox?: { readonly server: Sandbox }; readonly account: ProviderAccount }> {
  if (config.providerAccount !== undefined) return { account: config.providerAccount }
  const sandbox = await startInnerSandbox(config)
  return { sandbox, account: sandbox.account }
}

/** The sandbox with credentials of its own; loaded only when wanted, as GraphQL takes time to load. */
async function startInnerSandbox(config: Config): Promise<{ server: Sandbox; account: ProviderAccount }> {
  const { startSandbox } = await import('../sandbox/start-sandbox.ts')
  const credentials = { shopId: '1001', apiToken: randomUUID() }
  const server = await startSandbox({ port: 0, names: config.providerCalls.names, ...credentials, ...config.sandbox })
  return { server, account: { baseUrl: server.baseUrl, ...credentials } }
}
