import type { Clock } from '../kernel/clock.ts'
import type { ProviderClient } from '../provider/provider-client.ts'

export type CurrentMerchant = (traceId: string) => Promise<string>

const keptMs = 60_000

/** Whose credentials these are: asked once a minute at most, by the first who needs it; a failure is not saved. */
export function currentMerchant(provider: Pick<ProviderClient, 'currentMerchantId'>, clock: Clock): CurrentMerchant {
  let kept: { readonly answer: Promise<string>; readonly until: number } | undefined
  return (traceId) => {
    if (kept !== undefined && clock.now() < kept.until) return kept.answer
    const answer = provider.currentMerchantId(traceId)
    const mine = { answer, until: clock.now() + keptMs }
    kept = mine
    answer.catch(() => {
      if (kept === mine) kept = undefined
    })
    return answer
  }
}
