import { longestText, unseen } from '#shared/api/texts.ts'
import { type Language, languageCodes } from '#shared/language/languages.ts'
import { addressFault } from '#shared/payout/web-address.ts'
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
  /** What becomes of what they give, in the merchant's own words, by the codes of the languages that it is set in. */
  readonly privacy: Readonly<Record<string, string>>
  /** How long after their end links that led to nothing are kept, with what was sent by them. */
  readonly keepDays: number
  /** The same of those by which something came that no one has decided about. */
  readonly receivedDays: number
  /** The origins of pages that may hold the payee's page in a frame of theirs, and to which it may lead back. */
  readonly embedOrigins: readonly string[]
}

const privacySettings: Readonly<Record<Language, string>> = {
  en: 'DETAILS_PRIVACY_EN',
  es: 'DETAILS_PRIVACY_ES',
  'pt-BR': 'DETAILS_PRIVACY_PT_BR',
  fr: 'DETAILS_PRIVACY_FR',
}

const settingsOfLinks = [
  'DETAILS_PORT',
  'DETAILS_KEEP_DAYS',
  'DETAILS_RECEIVED_DAYS',
  'DETAILS_NAME',
  'DETAILS_EMBED_ORIGINS',
  ...Object.values(privacySettings),
]

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
    const idle = settingsOfLinks.filter((setting) => given[setting] !== undefined)
    return { details: undefined, errors: idle.map((setting) => `${setting} has no effect without DETAILS_URL`) }
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
    ...Object.values(privacySettings).flatMap((setting) => noticeErrors(setting, given[setting]?.trim() ?? '')),
    ...((name?.trim().length ?? 0) <= longestName ? [] : [`DETAILS_NAME has at most ${longestName} characters`]),
  ]
  const embedOrigins = origins.flatMap((origin) => origin?.origin ?? [])
  const privacy = Object.fromEntries(
    languageCodes.flatMap((code) => {
      const text = given[privacySettings[code]]?.trim()
      return text === undefined ? [] : [[code, text]]
    }),
  )
  const terms = { name: name?.trim(), privacy, keepDays, receivedDays, embedOrigins }
  return { details: url && { url: url.origin, port: number, ...terms }, errors }
}

/** What is wrong with a privacy notice, so that nothing in it is hidden and an address leads where it says. */
function noticeErrors(setting: string, text: string): readonly string[] {
  const addresses = text.match(/[a-z][a-z\d+.-]*:\/\/\S*/gi) ?? []
  return [
    ...(text.length <= longestText ? [] : [`${setting} has at most ${longestText} characters`]),
    ...(text.search(unseen) < 0 ? [] : [`${setting} has characters that show nothing, or that turn its direction`]),
    ...(addresses.every((address) => addressFault(address) === undefined)
      ? []
      : [`${setting} may link to https addresses of public hosts alone`]),
  ]
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
