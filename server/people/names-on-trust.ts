import type { Reader } from '../store/store.ts'

/** Those whom a name alone let in before, where people prove who they are by now: each may be anyone. */
export async function namesOnTrust(reader: Reader): Promise<ReadonlySet<string>> {
  return reader.areNamesProven ? (await reader.hosts()).namesOnTrust() : new Set()
}
