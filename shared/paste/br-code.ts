import type { Span } from './pasted-text.ts'

/**
 * A BR Code, as banks of Brazil put it into a QR picture and offer as "Pix copia e cola": the data of an EMV merchant-presented QR code.
 * Banco Central do Brasil, "Manual do BR Code"; EMVCo, "QR Code Specification for Payment Systems, Merchant-Presented Mode".
 */
export interface BrCode extends Span {
  /** The last four characters do not fit the rest, or its end is missing: nothing of it is to be used. */
  readonly isDamaged: boolean
  /** Undefined in a code that names an address of the web, where the bank keeps the key and the amount. */
  readonly key?: string | undefined
  readonly name?: string | undefined
  readonly city?: string | undefined
  /** In reais; undefined where the payer fills it in. */
  readonly amount?: string | undefined
}

/** A message about some payments has fewer. */
const mostCodes = 20

/** The codes of a text, in its own offsets. */
export function brCodesIn(text: string): readonly BrCode[] {
  const codes: BrCode[] = []
  for (const { index } of text.matchAll(beginning))
    if (index >= (codes.at(-1)?.end ?? 0) && codes.length < mostCodes) codes.push(codeAt(text, index))
  return codes
}

/** The version, perhaps whether it is for one use, and the account of a merchant with Pix. */
const beginning = /000201(?:0102\d\d)?(?:2[6-9]|[34]\d|5[01])\d\d0014br\.gov\.bcb\.pix/gi

function codeAt(text: string, start: number): BrCode {
  const { fields, end } = fieldsOf(text, start, Math.min(text.length, start + longestCode))
  const sum = fields.get(tags.checksum)
  const isWhole = sum !== undefined && checksum(text.slice(start, end - 4)) === sum.toUpperCase()
  if (!isWhole) return { start, end: endOfLine(text, start), isDamaged: true }
  const account = [...fields].find(
    ([tag, value]) => tag >= '26' && tag <= '51' && /^0014br\.gov\.bcb\.pix/i.test(value),
  )
  const key = fieldsOf(account?.[1] ?? '').fields.get(tags.key)
  const amount = fields.get(tags.amount)
  const isInReais = (fields.get(tags.currency) ?? reais) === reais && /^\d{1,10}(?:\.\d{1,2})?$/.test(amount ?? '')
  return {
    start,
    end,
    isDamaged: false,
    key: key?.trim(),
    name: fields.get(tags.name)?.trim(),
    city: fields.get(tags.city)?.trim(),
    amount: isInReais ? amount : undefined,
  }
}

const tags = { key: '01', currency: '53', amount: '54', name: '59', city: '60', checksum: '63' } as const

/** ISO 4217, by its number. */
const reais = '986'

const longestCode = 600

/** Fields of two digits of tag, two of length, and the value; the checksum is the last one. */
function fieldsOf(text: string, start = 0, limit = text.length) {
  const fields = new Map<string, string>()
  let end = start
  while (end < limit && !fields.has(tags.checksum)) {
    const [, tag = '', length = ''] = /^(\d\d)(\d\d)/.exec(text.slice(end, end + 4)) ?? []
    const next = end + 4 + Number(length)
    if (tag === '' || next > limit) break
    fields.set(tag, text.slice(end + 4, next))
    end = next
  }
  return { fields, end }
}

/** Of a code without its end the rest of the line is no text either. */
function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end < 0 ? text.length : end
}

/** CRC-16 with the polynomial 0x1021, from 0xFFFF, over the bytes of UTF-8. */
function checksum(text: string): string {
  let crc = 0xffff
  for (const byte of bytesOf(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

function bytesOf(text: string): readonly number[] {
  return [...text].flatMap((character) => {
    const point = character.codePointAt(0) ?? 0
    if (point < 0x80) return [point]
    const tail = (shift: number) => 0x80 | ((point >> shift) & 0x3f)
    if (point < 0x800) return [0xc0 | (point >> 6), tail(0)]
    if (point < 0x10000) return [0xe0 | (point >> 12), tail(6), tail(0)]
    return [0xf0 | (point >> 18), tail(12), tail(6), tail(0)]
  })
}
