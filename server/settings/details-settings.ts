import type { Environment } from '../kernel/environment.ts'
import { isLoopback } from '../kernel/loopback.ts'
import { readOrigin } from './network-settings.ts'

/** Where beneficiaries give their own details: an origin of its own, behind which nothing else answers. */
export interface DetailsSettings {
  /** As an origin, such as https://details.example.com. */
  readonly url: string
  /** On the address that HOST names. 0 takes any free one. */
  readonly port: number
  /** Who asks, as beneficiaries know it; undefined: the page speaks of who sent the link. */
  readonly name: string | undefined
  /** How long after their end links that led to nothing are kept, with what was sent by them. */
  readonly keepDays: number
  /** The same of those by which something came that no one has decided about. */
  readonly receivedDays: number
  /** The origins of pages that may hold the payee's page in a frame of theirs. */
  readonly embedOrigins: readonly string[]
}

const mostKeepDays = 365

/** So far from PORT, so that each of several servers of one machine has its own. */
const portsApart = 100

interface DetailsResult {
  /** Undefined: there are no details links. */
  readonly details: DetailsSettings | undefined
  readonly errors: readonly string[]
}

/** Reads DETAILS_URL and what goes with it; `given` holds no blanks. */
export function readDetailsSettings(given: Environment, publicUrl: string | undefined): DetailsResult {
  const { DETAILS_URL: address, DETAILS_PORT: port, DETAILS_KEEP_DAYS: keep, DETAILS_NAME: name } = given
  const { DETAILS_RECEIVED_DAYS: received, DETAILS_EMBED_ORIGINS: embedders, PORT: publicPort } = given
  if (address === undefined) {
    const idle = Object.entries({
      DETAILS_PORT: port,
      DETAILS_KEEP_DAYS: keep,
      DETAILS_RECEIVED_DAYS: received,
      DETAILS_NAME: name,
      DETAILS_EMBED_ORIGINS: embedders,
    })
    const errors = idle.flatMap(([setting, value]) =>
      value === undefined ? [] : [`${setting} has no effect without DETAILS_URL`],
    )
    return { details: undefined, errors }
  }
  const url = readOrigin(address)
  const number = portOf(port, publicPort)
  const [keepDays, receivedDays] = [daysOf(keep ?? '30'), daysOf(received ?? '180')]
  const origins = (embedders ?? '')
    .split(/[\s,]+/)
    .filter((text) => text !== '')
    .map(readOrigin)
  const errors = [
    ...(origins.every((origin) => origin !== undefined && mayEmbed(origin))
      ? []
      : ['DETAILS_EMBED_ORIGINS must be origins of https, between commas, such as https://app.example.com']),
    ...(url === undefined
      ? ['DETAILS_URL must be an origin of its own, without a path: https://details.example.com']
      : urlErrors(url, publicUrl)),
    ...(number <= 65_535 ? [] : ['DETAILS_PORT must be a whole number from 0 to 65535']),
    ...Object.entries({ DETAILS_KEEP_DAYS: keepDays, DETAILS_RECEIVED_DAYS: receivedDays }).flatMap(
      ([setting, days]) =>
        days >= 1 && days <= mostKeepDays ? [] : [`${setting} must be a whole number from 1 to ${mostKeepDays}`],
    ),
    ...(number > 0 && number === Number(publicPort) ? ['DETAILS_PORT must be another than PORT'] : []),
    ...((name?.trim().length ?? 0) <= longestName ? [] : [`DETAILS_NAME has at most ${longestName} characters`]),
  ]
  const embedOrigins = origins.flatMap((origin) => origin?.origin ?? [])
  const details = url && { url: url.origin, port: number, name: name?.trim(), keepDays, receivedDays, embedOrigins }
  return { details, errors }
}

const longestName = 100

/** In clear, who is between the two could show the payee another page around it; a star would name pages of others. */
function mayEmbed({ protocol, hostname }: URL): boolean {
  return (protocol === 'https:' && /^[a-z\d.-]+$/.test(hostname)) || isLoopback(hostname)
}

function daysOf(text: string): number {
  return /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : Number.NaN
}

function portOf(port: string | undefined, publicPort: string | undefined): number {
  if (port !== undefined) return /^\s*\d{1,5}\s*$/.test(port) ? Number(port) : Number.NaN
  const beside = Number(publicPort)
  return beside === 0 ? 0 : beside + portsApart
}

function urlErrors({ protocol, hostname }: URL, publicUrl: string | undefined): readonly string[] {
  if (isLoopback(hostname)) return []
  return [
    ...(protocol === 'https:' ? [] : ['DETAILS_URL must begin with https://; http is for this machine alone']),
    // Cookies know no ports: at another port alone, the payee's page would be sent those of the inside.
    ...(publicUrl !== undefined && hostname === new URL(publicUrl).hostname
      ? ['DETAILS_URL must have another name than PUBLIC_URL']
      : []),
    ...(publicUrl === undefined ? ['DETAILS_URL needs a PUBLIC_URL of https'] : []),
  ]
}
