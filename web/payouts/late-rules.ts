import { retryUntilLoaded } from '../language/retry-until-loaded.ts'
import type { FormRules } from './form-rules.ts'

/** Rules that load when they are first wanted. */
export interface LateRules {
  /** Undefined until they are here. */
  readonly now: () => FormRules | undefined
  /** Asks for them until they come. */
  readonly load: () => Promise<FormRules>
}

/** Those of a payout. */
export const latePayoutRules = late(async () => (await import('./form-rules.ts')).payoutRules)

function late(ask: () => Promise<FormRules>): LateRules {
  let found: FormRules | undefined
  let asked: Promise<FormRules> | undefined
  async function load() {
    found = await retryUntilLoaded(ask)
    return found
  }
  return {
    now: () => found,
    load: () => {
      asked ??= load()
      return asked
    },
  }
}
