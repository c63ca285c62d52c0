import type { Environment } from '../kernel/environment.ts'
import { isLoopback } from '../kernel/loopback.ts'
import { readOrigin } from './network-settings.ts'

/** Where beneficiaries give their own details: an origin of its own, behind which nothing else answers. */
export interface DetailsSettings {
  /** As an origin, such as https://details.example.com. */
  readonly url: string
  /** On the address that HOST names. 0 takes any free one. */
  readonly port: number
}

const usualPort = '3001'

interface DetailsResult {
  /** Undefined: there are no details links. */
  readonly details: DetailsSettings | undefined
  readonly errors: readonly string[]
}

/** Reads DETAILS_URL and DETAILS_PORT; `given` holds no blanks. */
export function readDetailsSettings(given: Environment, publicUrl: string | undefined): DetailsResult {
  const { DETAILS_URL: address, DETAILS_PORT: port, PORT: publicPort } = given
  if (address === undefined)
    return { details: undefined, errors: port === undefined ? [] : ['DETAILS_PORT has no effect without DETAILS_URL'] }
  const url = readOrigin(address)
  const number = /^\s*\d{1,5}\s*$/.test(port ?? usualPort) ? Number(port ?? usualPort) : Number.NaN
  const errors = [
    ...(url === undefined
      ? ['DETAILS_URL must be an origin of its own, without a path: https://details.example.com']
      : urlErrors(url, publicUrl)),
    ...(number <= 65_535 ? [] : ['DETAILS_PORT must be a whole number from 0 to 65535']),
    ...(number > 0 && number === Number(publicPort) ? ['DETAILS_PORT must be another than PORT'] : []),
  ]
  return { details: url === undefined ? undefined : { url: url.origin, port: number }, errors }
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
