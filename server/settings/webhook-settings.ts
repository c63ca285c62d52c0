import type { SignInMode } from '#shared/api/session.ts'
import { hostOf } from '#shared/payout/web-address.ts'
import type { Environment } from '../kernel/environment.ts'

export interface WebhookSettings {
  /** Hosts of the merchant's own network, in ASCII: their addresses may be private. */
  readonly privateHosts: ReadonlySet<string>
}

interface WebhookResult {
  /** Undefined: no other system is called. */
  readonly webhooks: WebhookSettings | undefined
  readonly errors: readonly string[]
}

/** Reads WEBHOOKS and WEBHOOK_PRIVATE_HOSTS; `given` holds no blanks. */
export function readWebhookSettings(given: Environment, signIn: SignInMode): WebhookResult {
  const mode = (given.WEBHOOKS ?? 'off').trim()
  const names = (given.WEBHOOK_PRIVATE_HOSTS ?? '').split(/[\s,]+/).filter((name) => name !== '')
  const hosts = names.map((name) => (/[/?#@]/.test(name) ? undefined : hostOf(`https://${name}`)))
  const isOn = mode === 'on'
  const errors = [
    ...(isOn || mode === 'off' ? [] : ['WEBHOOKS must be on or off']),
    ...(isOn && signIn === 'local'
      ? ['WEBHOOKS needs SIGN_IN=accounts or oidc: two admins agree on each address']
      : []),
    ...(hosts.includes(undefined)
      ? ['WEBHOOK_PRIVATE_HOSTS must be names or addresses of hosts, such as erp.internal, 10.0.0.7']
      : []),
    ...(names.length > 0 && !isOn ? ['WEBHOOK_PRIVATE_HOSTS has no effect without WEBHOOKS=on'] : []),
  ]
  const privateHosts = new Set(hosts.filter((host) => host !== undefined))
  return { webhooks: isOn ? { privateHosts } : undefined, errors }
}
