import type { Masked } from '#shared/api/entry.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { type Entry, filledFields } from '#shared/payout/entry.ts'
import type { FieldTable } from '#shared/payout/fields.ts'

/** What lists show of the secret fields: of each that is filled, its end. */
export function maskedOf(entry: Entry, fields: FieldTable): Masked {
  const secrets = Object.entries(filledFields(entry)).filter(([name]) => fields[name]?.isSecret === true)
  return Object.fromEntries(secrets.map(([name, value]) => [name, endOf(String(value))]))
}

/** A request that reveals nothing: its secret fields by their ends. */
export function maskedRequest(request: PayoutRequest, fields: FieldTable): PayoutRequest {
  const shown = Object.entries(request).map(([name, value]) => {
    const isHidden = fields[name]?.isSecret === true && value !== '-'
    return [name, isHidden ? endOf(String(value)) : value] as const
  })
  return Object.fromEntries(shown)
}

/** Four characters, but never more than half of a number as short as those; an e-mail address by its first character and host. */
function endOf(value: string): string {
  const at = value.lastIndexOf('@')
  if (at >= 0) return `${at > 1 ? Array.from(value)[0] : ''}…${value.slice(at)}`
  const characters = Array.from(value.replace(/[^\p{L}\p{N}]/gu, ''))
  const shown = characters.length > 4 ? 4 : Math.floor(characters.length / 2)
  return characters.slice(characters.length - shown).join('')
}
