import type { PasswordHashes } from '../accounts/password-hash.ts'
import type { ScheduledBackups } from '../backups/scheduled-backups.ts'
import type { WriteLimits } from '../http/write-limits.ts'
import type { JobRunner } from '../jobs/run-jobs.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SendMail } from '../mail/send-mail.ts'
import type { CurrentMerchant } from '../merchant/current-merchant.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { OidcSignIn } from '../oidc/oidc-sign-in.ts'
import type { SendersStore } from '../people/sender.ts'
import type { Sessions } from '../people/sessions.ts'
import type { SignInLimits } from '../people/sign-in-limits.ts'
import type { Refusals } from '../problems/refusals.ts'
import type { WireNames } from '../provider/wire-names.ts'
import type { NumberSearches } from '../search/number-searches.ts'
import type { UnsentPayouts } from '../search/unsent-payouts.ts'
import type { DetailsSettings } from '../settings/details-settings.ts'
import type { MailSettings } from '../settings/mail-settings.ts'
import type { NetworkSettings } from '../settings/network-settings.ts'
import type { WebhookSettings } from '../settings/webhook-settings.ts'
import type { Tokens } from '../tokens/tokens.ts'
import type { Validations } from '../validations/validations.ts'
import type { SendWebhook } from '../webhooks/send-webhook.ts'
import type { AuditWitness } from '../witness/audit-witness.ts'
import type { PacedGroups } from '../writes/paced-groups.ts'
import type { Writes } from '../writes/writes.ts'

/** What the routes are handed. */
export interface AppDeps
  extends Pick<NetworkSettings, 'host' | 'signIn' | 'publicUrl' | 'trustedProxies' | 'monitoring'> {
  /** Where browsers find the app, also where no setting says it. */
  readonly publicOrigin: () => string
  readonly webDirectory: string
  readonly detailsDirectory: string
  /** Whether the provider behind the client is the sandbox. */
  readonly environment: 'sandbox' | 'provider'
  /** Of what the interface does not show or spells in two ways. */
  readonly names: WireNames
  readonly validations: Validations
  readonly jobRunner: Pick<JobRunner, 'wake' | 'settledWithin'>
  readonly clock: Clock
  readonly store: SendersStore
  readonly sessions: Sessions
  /** Undefined unless people sign in at an identity provider. */
  readonly oidc: OidcSignIn | undefined
  readonly tokens: Tokens
  readonly signInLimits: SignInLimits
  readonly passwords: PasswordHashes
  readonly writeLimits: WriteLimits
  readonly numberSearches: NumberSearches
  readonly unsentPayouts: UnsentPayouts
  /** How often a person who does not review sees what they typed in full, within 24 hours. */
  readonly revealsPerDay: number
  readonly refusals: Pick<Refusals, 'note'>
  readonly writes: Writes
  readonly groups: PacedGroups
  readonly backups: Pick<ScheduledBackups, 'state'>
  readonly witness: Pick<AuditWitness, 'state'>
  /** Undefined unless other systems are called. */
  readonly webhooks: (WebhookSettings & { readonly send: SendWebhook }) | undefined
  /** Undefined unless people are told. */
  readonly mail: MailSettings | undefined
  readonly sendMail: SendMail | undefined
  /** Undefined unless beneficiaries give their own details. */
  readonly details: DetailsSettings | undefined
  readonly currentMerchant: CurrentMerchant
  readonly metrics: Metrics
  /** True from the moment that the server is asked to end. */
  readonly isStopping: () => boolean
}
