import type { Details, Masked } from '#shared/api/details.ts'
import { secretFields } from '#shared/payout/fields.ts'

/** What lists show of the encrypted fields: of each that is filled, its end. */
export function maskedOf(details: Details): Masked {
  return Object.fromEntries(
    secretFields.flatMap((field) => {
      const value = details[field] ?? ''
      return value === '' ? [] : [[field, endOf(value)] as const]
    }),
  )
}

/** Four characters, but never more than half of a number as short as those; an e-mail address by its first character and host. */
function endOf(value: string): string {
  const at = value.lastIndexOf('@')
  if (at >= 0) return `${at > 1 ? Array.from(value)[0] : ''}…${value.slice(at)}`
  const characters = Array.from(value.replace(/[^\p{L}\p{N}]/gu, ''))
  const shown = characters.length > 4 ? 4 : Math.floor(characters.length / 2)
  return characters.slice(characters.length - shown).join('')
}
