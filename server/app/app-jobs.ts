import { backUpInProcess, backupProgram } from '../backups/backup-process.ts'
import { type ScheduledBackups, scheduleBackups } from '../backups/scheduled-backups.ts'
import { validationKind } from '../batch-validations/validation-kind.ts'
import { rowsKind } from '../batches/save-rows.ts'
import { deliver } from '../deliveries/deliver.ts'
import { summarizeDeliveries } from '../deliveries/delivery-rows.ts'
import { exportKind } from '../exports/export-kind.ts'
import { createJobRunner, type JobRunner } from '../jobs/run-jobs.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { actsKind } from '../lists/act-jobs.ts'
import { approvalKind } from '../lists/run-approval.ts'
import { mailWay } from '../mail/mail-way.ts'
import { createSendMail, type SendMail } from '../mail/send-mail.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { outcomesKind } from '../outcomes/state-outcomes.ts'
import type { Refusals } from '../problems/refusals.ts'
import type { ProviderClient } from '../provider/provider-client.ts'
import { longestCallMs } from '../provider/retries.ts'
import type { NumberSearches } from '../search/number-searches.ts'
import type { UnsentPayouts } from '../search/unsent-payouts.ts'
import type { Config } from '../settings/config.ts'
import type { WebhookSettings } from '../settings/webhook-settings.ts'
import { keyRingText } from '../store/encryption/key-ring.ts'
import type { Store } from '../store/store.ts'
import type { Validations } from '../validations/validations.ts'
import { webhookWay } from '../webhooks/deliver-webhooks.ts'
import { createSendWebhook, type SendWebhook, type WebhookNetwork, webhookNetwork } from '../webhooks/send-webhook.ts'
import { summarizeWebhooks } from '../webhooks/webhook-rows.ts'
import { type AuditWitness, witnessAuditLog } from '../witness/audit-witness.ts'
import type { PacedGroups } from '../writes/paced-groups.ts'

interface Deps {
  readonly log: Log
  readonly clock: Clock
  readonly store: Store
  readonly groups: PacedGroups
  readonly metrics: Metrics
  readonly validations: Validations
  readonly refusals: Pick<Refusals, 'note'>
  readonly numberSearches: NumberSearches
  readonly unsentPayouts: UnsentPayouts
  readonly provider: ProviderClient
  /** Where the links of mails lead. */
  readonly publicOrigin: () => string
  /** Left out: that of the system. */
  readonly network?: WebhookNetwork | undefined
}

/** The work that the app does without a request. */
export interface AppJobs {
  readonly backups: ScheduledBackups
  readonly jobRunner: JobRunner
  readonly witness: AuditWitness
  /** Undefined unless other systems are called. */
  readonly webhooks: (WebhookSettings & { readonly send: SendWebhook }) | undefined
  /** Undefined without a mail server. */
  readonly sendMail: SendMail | undefined
  stop(): Promise<void>
}

export function startJobs(config: Config, deps: Deps): AppJobs {
  const backups = backupsOf(config, deps)
  const longestMs = longestCallMs(config.providerCalls.timeoutMs)
  const validations = validationKind({ ...deps, endpoints: deps.provider.endpointClients, longestMs })
  const kinds = {
    validations,
    approval: approvalKind,
    export: exportKind({ ...deps, signIn: config.signIn }),
    rows: rowsKind(deps),
    acts: actsKind(deps),
    outcomes: outcomesKind(deps.refusals),
  }
  const jobRunner = createJobRunner({ ...deps, kinds, signIn: config.signIn })
  const witness = witnessAuditLog({ ...deps, settings: config.witness })
  if (config.witness !== undefined) deps.metrics.watchWitness(witness, deps.clock.date)
  const { clock, store, network = webhookNetwork } = deps
  const webhooks = config.webhooks && {
    ...config.webhooks,
    send: createSendWebhook({ clock, ...config.webhooks, ...network }),
  }
  const sendMail = config.mail && createSendMail(config.mail, { clock, ca: deps.network?.ca })
  const ways = [
    ...(webhooks === undefined ? [] : [webhookWay({ store: deps.store, send: webhooks.send })]),
    ...(sendMail === undefined ? [] : [mailWay({ ...deps, signIn: config.signIn, send: sendMail })]),
  ]
  const deliveries = deliver({ ...deps, ways })
  deps.metrics.watchDeliveries({
    ...(webhooks && { webhook: () => summarizeWebhooks(store, store.now()) }),
    ...(config.mail && {
      mail: async () => ({ summary: await summarizeDeliveries(store.db, 'mail', store.now()), isTampered: false }),
    }),
  })
  const stop = async () => {
    await Promise.all([backups.stop(), jobRunner.stop(), deliveries.stop()])
    // What these have done last is witnessed, too.
    await witness.stop()
  }
  return { backups, jobRunner, witness, webhooks, sendMail, stop }
}

function backupsOf(
  { data, backups: settings, postgresPrograms }: Config,
  { log, clock, store, metrics }: Deps,
): ScheduledBackups {
  const { databaseUrl, dataDirectory, keyRing } = data
  const keys = keyRing && keyRingText(keyRing)
  const backups = scheduleBackups({
    settings,
    store,
    clock,
    log,
    make: (target, at, signal) => {
      const job = { databaseUrl, dataDirectory, keys, postgresPrograms, target, at: at.toISOString() }
      return backUpInProcess(backupProgram, job, signal)
    },
  })
  if (settings !== undefined) metrics.watchBackups(backups.state, clock.date)
  return backups
}
