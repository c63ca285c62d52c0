import { currencyDecimals } from '#shared/countries/rule-book.ts'
import { currencySigns, readAmount } from '#shared/payout/amount.ts'
import type { Doubt } from './doubt.ts'
import type { Message, Span } from './message.ts'

/** An amount of the message: a number beside which a currency stands, or before which a label says so. */
export interface FoundAmount extends Span {
  readonly value: string
  /** The currency that the words name; undefined beside a bare $ or nothing. */
  readonly currency: string | undefined
  readonly doubt: Doubt | undefined
}

/** Every number with a currency, in order; `labelled` are the places where a label announces one. */
export function findAmounts({ folded }: Message, labelled: ReadonlySet<number>): readonly FoundAmount[] {
  return [...folded.matchAll(amountPattern)].flatMap(({ 0: words, index, groups = {} }) => {
    const { sign, number = '', thousands, word } = groups
    if (sign === undefined && word === undefined && !labelled.has(index)) return []
    const reading = readNumber(number, thousands, sign)
    const end = index + words.trimEnd().length
    return reading === undefined
      ? []
      : [{ ...reading, start: index, end, currency: currencyOf(sign) ?? currencyOf(word) }]
  })
}

function readNumber(
  number: string,
  thousands: string | undefined,
  sign = '',
): Pick<FoundAmount, 'value' | 'doubt'> | undefined {
  const bare = number.replace(/^(\d{1,3})[.,](\d{3})$/, '$1$2')
  const reading = readAmount(bare, undefined)
  if (!reading.ok) return undefined
  const isWordBefore = Object.hasOwn(currencyWords, sign.trim())
  const doubt = bare !== number ? 'grouped' : isWordBefore ? 'currencyBefore' : undefined
  if (thousands === undefined) return { value: reading.text, doubt }
  if (reading.text.includes('.')) return undefined
  const zeros = /^mi[^l]/.test(thousands) || /^mill|^milh/.test(thousands) ? '000000' : '000'
  return { value: reading.text + zeros, doubt: { is: 'readAsZeros', word: thousands.trim() } }
}

/** Words for money; a bare "pesos" names no currency. */
const currencyWords: Readonly<Record<string, string | undefined>> = {
  reais: 'BRL',
  real: 'BRL',
  soles: 'PEN',
  sol: 'PEN',
  'pesos mexicanos': 'MXN',
  'pesos colombianos': 'COP',
  'pesos chilenos': 'CLP',
  'pesos argentinos': 'ARS',
  pesos: undefined,
  dolares: 'USD',
  dolar: 'USD',
  dollars: 'USD',
  usd$: 'USD',
  u$s: 'USD',
}

const codes = Object.keys(currencyDecimals).map((code) => code.toLowerCase())
const signs = Object.keys(currencySigns).map((sign) => sign.toLowerCase())

function currencyOf(found: string | undefined): string | undefined {
  const word = found?.trim().replace(/\s+/g, ' ') ?? ''
  if (Object.hasOwn(currencyWords, word)) return currencyWords[word]
  const sign = signs.find((known) => known === word)
  if (sign !== undefined) return currencySigns[sign.toUpperCase()]
  const code = codes.find((known) => word.replace(/[ $]/g, '') === known)
  return code?.toUpperCase()
}

const amountPattern = new RegExp(
  `(?<![\\p{L}\\p{N}.,$/-])(?:(?<sign>${alternatives([...signs, ...codes.flatMap((code) => [`${code} $`, `${code}$`, code]), ...Object.keys(currencyWords), '$'])})\\s{0,2})?` +
    '(?<number>\\d{1,3}(?:[., ]\\d{3}){1,4}(?:[.,]\\d{1,2})?|\\d{1,9}(?:[.,]\\d{1,3})?)(?![\\d]|[.,-]\\d)' +
    '(?<thousands>[ ]{0,2}(?:mil|k|millon|millones|milhao|milhoes)(?![\\p{L}]))?' +
    `(?:[ ]{0,2}(?:de[ ])?(?<word>${alternatives([...Object.keys(currencyWords), ...codes])})(?![\\p{L}]))?`,
  'gu',
)

function alternatives(words: readonly string[]): string {
  return words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[$./]/g, '\\$&').replaceAll(' ', '[ ]?'))
    .join('|')
}
