import * as z from 'zod/mini'
import { addressFault, hostOf } from '#shared/payout/web-address.ts'

/* How settings are written that are more than a text. */

const minuteMs = 60_000

/** Such as 24h, in milliseconds. */
export function duration() {
  const message = 'must be a number of minutes, hours or days from 1m to 9999d, such as 24h'
  return z.pipe(
    z.string().check(z.regex(/^\s*0*[1-9]\d{0,3}[mhd]\s*$/, message)),
    z.transform((text: string) => {
      const unitMs = { m: minuteMs, h: 60 * minuteMs }[text.trim().slice(-1)] ?? 24 * 60 * minuteMs
      return Number.parseInt(text, 10) * unitMs
    }),
  )
}

/** Names of hosts, between commas or spaces, as the parser of addresses writes them. */
export function hosts() {
  const hostsIn = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '')
  const isHost = (name: string) => /^[^/?#@:]+$/.test(name) && addressFault(`https://${name}`) === undefined
  return z.pipe(
    z
      .string()
      .check(z.refine((text) => hostsIn(text).every(isHost), 'must be public host names, such as hooks.example.com')),
    z.transform((text: string) => new Set(hostsIn(text).map((name) => hostOf(`https://${name}`) ?? name))),
  )
}

/** A whole number from one to another. */
export function whole(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`
  return z.pipe(
    z.string().check(z.regex(/^\s*\d{1,9}\s*$/, message)),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.number().check(z.minimum(least, message), z.maximum(most, message)),
    ),
  )
}
