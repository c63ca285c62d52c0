import { existsSync, writeFileSync } from 'node:fs'

/** A payout request, as the export has it. */
interface PayoutRequest {
  readonly externalReference: string
}

/**
 * Sends requests to the provider, in the way that you have agreed with it, and answers what became of each. Here they are written to a file, and all
 * are paid: replace this with yours. An export that was sent is not sent again, also after a crash.
 */
export async function payByProvider(exportId: string, requests: readonly PayoutRequest[]) {
  const sent = `sent-${exportId}.json`
  if (!existsSync(sent)) writeFileSync(sent, JSON.stringify(requests))
  return requests.map(({ externalReference }) => ({ externalReference, outcome: 'paid' as const }))
}

/** The requests of an export, read from its file. */
export function requestsIn(file: string): readonly PayoutRequest[] {
  return JSON.parse(file)
}
