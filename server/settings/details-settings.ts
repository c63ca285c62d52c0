import type { Environment } from '../kernel/environment.ts'
import { isLoopback } from '../kernel/loopback.ts'
import { readOrigin } from './network-settings.ts'

/** Where beneficiaries give their own details: an origin of its own, behind which nothing else answers. */
export interface DetailsSettings {
  /** As an origin, such as https://details.example.com. */
  readonly url: string
  /** On the address that HOST names. 0 takes any free one. */
  readonly port: number
  /** How long after their end links that led to nothing are kept, with what was sent by them. */
  readonly keepDays: number
}

const mostKeepDays = 365
const usualPort = '3001'

interface DetailsResult {
  /** Undefined: there are no details links. */
  readonly details: DetailsSettings | undefined
  readonly errors: readonly string[]
}

/** Reads DETAILS_URL, DETAILS_PORT and DETAILS_KEEP_DAYS; `given` holds no blanks. */
export function readDetailsSettings(given: Environment, publicUrl: string | undefined): DetailsResult {
  const { DETAILS_URL: address, DETAILS_PORT: port, DETAILS_KEEP_DAYS: keep, PORT: publicPort } = given
  if (address === undefined) {
    const idle = [...(port === undefined ? [] : ['DETAILS_PORT']), ...(keep === undefined ? [] : ['DETAILS_KEEP_DAYS'])]
    return { details: undefined, errors: idle.map((name) => `${name} has no effect without DETAILS_URL`) }
  }
  const url = readOrigin(address)
  const number = /^\s*\d{1,5}\s*$/.test(port ?? usualPort) ? Number(port ?? usualPort) : Number.NaN
  const keepDays = /^\s*\d{1,3}\s*$/.test(keep ?? '30') ? Number(keep ?? '30') : Number.NaN
  const errors = [
    ...(url === undefined
      ? ['DETAILS_URL must be an origin of its own, without a path: https://details.example.com']
      : urlErrors(url, publicUrl)),
    ...(number <= 65_535 ? [] : ['DETAILS_PORT must be a whole number from 0 to 65535']),
    ...(keepDays >= 1 && keepDays <= mostKeepDays
      ? []
      : [`DETAILS_KEEP_DAYS must be a whole number from 1 to ${mostKeepDays}`]),
    ...(number > 0 && number === Number(publicPort) ? ['DETAILS_PORT must be another than PORT'] : []),
  ]
  return { details: url === undefined ? undefined : { url: url.origin, port: number, keepDays }, errors }
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
