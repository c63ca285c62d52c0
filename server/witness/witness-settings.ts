import { isAbsolute, relative } from 'node:path'
import type { Environment } from '../kernel/environment.ts'
import { isLoopback } from '../kernel/loopback.ts'

/** Where the newest line of audit-head is sent: out of reach of a person who can write to the database and DATA_DIR. */
export type WitnessSettings =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'address'; readonly url: string }

interface WitnessResult {
  /** Undefined: nothing is sent. */
  readonly witness: WitnessSettings | undefined
  readonly errors: readonly string[]
}

/** Reads AUDIT_WITNESS; `given` holds no blanks. It is never quoted: the path of an address may be what lets one write there. */
export function readWitnessSettings({ AUDIT_WITNESS: given }: Environment, dataDirectory: string): WitnessResult {
  if (given === undefined) return { witness: undefined, errors: [] }
  const text = given.trim()
  if (isAbsolute(text)) {
    const isInside = !relative(dataDirectory, text).startsWith('..')
    return isInside
      ? refused('must be outside of DATA_DIR: who can write there could change both')
      : { witness: { kind: 'file', path: text }, errors: [] }
  }
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    return refused('must be a file, named from /, or an address such as https://witness.example/payout-desk')
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (protocol !== 'https:' && !isLoopback(hostname))
    return refused('must begin with https:// (http:// only on this machine)')
  if (username !== '' || password !== '' || hash !== '') return refused('must not hold credentials or a fragment')
  return { witness: { kind: 'address', url: text }, errors: [] }
}

function refused(error: string): WitnessResult {
  return { witness: undefined, errors: [`AUDIT_WITNESS ${error}`] }
}
