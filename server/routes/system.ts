import * as z from 'zod/mini'
import { backupStateSchema } from '#shared/api/backups.ts'
import { merchantSchema } from '#shared/api/merchant.ts'
import { overviewSchema } from '#shared/api/overview.ts'
import { mayDo } from '#shared/api/permissions.ts'
import type { ProblemCode } from '#shared/api/problem.ts'
import { countryRulesSchema, rulesIndexSchema } from '#shared/api/rules.ts'
import { sandboxHelpSchema } from '#shared/api/sandbox-help.ts'
import { sentinels } from '#shared/api/sandbox-sentinels.ts'
import { idText } from '#shared/api/texts.ts'
import { deliverySummariesSchema } from '#shared/api/webhooks.ts'
import { english } from '#shared/language/english.ts'
import { buildCountryRules, rulesIndex } from '#shared/rules/rules-document.ts'
import { summarizeDeliveries } from '../deliveries/delivery-rows.ts'
import { countLinks } from '../details/link-rows.ts'
import { shuttingDown } from '../http/guards.ts'
import { named, type Route, route } from '../http/route.ts'
import { Failure } from '../kernel/failure.ts'
import { countUnread } from '../notifications/notification-rows.ts'
import { openapiDocument } from '../openapi/document.ts'
import { storeProblems } from '../openapi/operation.ts'
import { overviewFor } from '../payouts/find-payouts.ts'
import { sampleState, withoutSamples } from '../sample-data/remove-sample.ts'
import { summarizeWebhooks } from '../webhooks/webhook-rows.ts'
import type { AppDeps } from './app-deps.ts'

/** What a call to the provider can fail with. */
export const providerProblems: readonly ProblemCode[] = [
  'PROVIDER_PAUSED',
  'QUEUE_FULL',
  'PROVIDER_UNAUTHORIZED',
  'PROVIDER_ERROR',
  'PROVIDER_UNREACHABLE',
  'PROVIDER_PROTOCOL_ERROR',
  'RATE_LIMIT_EXCEEDED',
  'PROVIDER_TIMEOUT',
]

/** The rule book as data, for another client to adapt as ours does. */
export function ruleRoutes({ store: { fields } }: Pick<AppDeps, 'store'>): readonly Route[] {
  return [
    route({
      method: 'get',
      path: '/api/rules',
      permission: 'public-locally',
      scope: 'any',
      summary: 'All countries, one line each.',
      answer: named('RulesIndex', rulesIndexSchema),
      handle: () => ({ body: rulesIndex(english) }),
    }),
    route({
      method: 'get',
      path: '/api/rules/:country',
      permission: 'public-locally',
      scope: 'any',
      id: idText.check(z.describe('Two-letter code.')),
      summary: 'The rules of one country, with a JSON Schema of its payout request.',
      answer: named('CountryRules', countryRulesSchema),
      handle: ({ id: country }) => {
        const document = buildCountryRules(country, english, fields)
        if (document !== undefined) return { body: document }
        throw new Failure('NOT_FOUND', { params: { what: 'rules' } })
      },
    }),
  ]
}

/** What the frame of the page shows: how much there is, whose credentials these are, and whether it is for real. */
export function overviewRoutes({
  store,
  currentMerchant,
  environment,
  backups,
  witness,
  webhooks,
  mail,
  details,
}: Pick<
  AppDeps,
  'store' | 'currentMerchant' | 'environment' | 'backups' | 'witness' | 'webhooks' | 'mail' | 'details'
>): readonly Route[] {
  return [
    route({
      method: 'get',
      path: '/api/overview',
      isUse: false,
      permission: 'read',
      summary: 'Counts of everything, for the person who asks.',
      answer: named('Overview', overviewSchema),
      handle: async ({ person }) => ({
        body: {
          ...(await withoutSamples(store, person, await overviewFor(store, person))),
          received: details && mayDo(person.roles, 'enter') ? await countLinks(store.db, 'submitted') : 0,
          unread: mail === undefined ? null : await countUnread(store.db, person.id),
          sampleData: await sampleState(store, environment),
        },
      }),
    }),
    route({
      method: 'get',
      path: '/api/merchant',
      permission: 'read',
      summary: 'Whose credentials the server holds, and whether the provider is the sandbox.',
      answer: named('Merchant', merchantSchema),
      problems: [...providerProblems, 'PROVIDER_MERCHANT_MISSING'],
      handle: async ({ requestId }) => ({ body: { merchantId: await currentMerchant(requestId), environment } }),
    }),
    route({
      method: 'get',
      path: '/api/backups',
      isUse: false,
      permission: 'read',
      summary:
        'The status of the backups that the servers of this database make by themselves, and of the witness of its audit log.',
      answer: named('BackupState', backupStateSchema),
      handle: async () => ({ body: { ...(await backups.state()), witness: witness.state() } }),
    }),
    route({
      method: 'get',
      path: '/api/deliveries',
      isUse: false,
      permission: 'read',
      summary: 'How webhooks and mails go, and what waits; null where there are none.',
      answer: named('DeliverySummaries', deliverySummariesSchema),
      problems: ['TAMPERED'],
      handle: async () => ({
        body: {
          webhooks: webhooks === undefined ? null : (await summarizeWebhooks(store, store.now())).summary,
          mail: mail === undefined ? null : await summarizeDeliveries(store.db, 'mail', store.now()),
        },
      }),
    }),
    route({
      method: 'get',
      path: '/api/sandbox',
      permission: 'public-locally',
      summary: 'The last names that reach each outcome and error of the sandbox; 404 when the provider is real.',
      answer: named('SandboxHelp', sandboxHelpSchema),
      problems: ['NOT_FOUND'],
      handle: () => {
        if (environment !== 'sandbox') throw new Failure('NOT_FOUND', { params: { what: 'sandbox' } })
        const names = sentinels.map(({ lastName, service, outcome, description }) => ({
          lastName,
          service,
          outcome,
          description: english(description),
        }))
        return { body: { sentinels: names } }
      },
    }),
  ]
}

/** The contract, generated from the routes when it is first asked for. */
export function openapiRoute(
  { store: { fields }, signIn }: Pick<AppDeps, 'store' | 'signIn'>,
  routes: () => readonly Route[],
): Route {
  let document: ReturnType<typeof openapiDocument> | undefined
  return route({
    method: 'get',
    path: '/api/openapi.json',
    permission: 'public-locally',
    scope: 'any',
    summary: 'This document.',
    answer: named('OpenApi', z.record(z.string(), z.unknown())),
    handle: () => {
      document ??= openapiDocument(routes(), fields, signIn)
      return { body: document }
    },
  })
}

const state = named('State', z.object({ status: z.string() }))

/** For anyone who runs the server, or a program in their place. */
export function operatorRoutes({
  isStopping,
  store,
  metrics,
}: Pick<AppDeps, 'isStopping' | 'store' | 'metrics'>): readonly Route[] {
  return [
    route({
      method: 'get',
      path: '/healthz',
      permission: 'public',
      summary: 'The process is alive.',
      answer: state,
      handle: () => ({ body: { status: 'ok' } }),
    }),
    route({
      method: 'get',
      path: '/readyz',
      permission: 'public',
      summary:
        'Ready for work, until it is asked to end: the database can be read and, as tried every ten seconds and seen in each save, written.',
      answer: state,
      problems: ['SHUTTING_DOWN', 'STORE_LOCK_LOST', ...storeProblems],
      handle: async () => {
        if (isStopping()) throw shuttingDown()
        await store.check()
        return { body: { status: 'ready' } }
      },
    }),
    route({
      method: 'get',
      path: '/metrics',
      permission: 'public',
      summary: 'What is counted, as Prometheus reads it.',
      answer: [metrics.contentType],
      handle: async () => ({ text: await metrics.text(), contentType: metrics.contentType }),
    }),
  ]
}
