import { currencyDecimals } from '#shared/countries/rule-book.ts'
import { currencySigns, readAmount } from '#shared/payout/amount.ts'
import { withoutTail } from '#shared/rule-book/cleaning.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { type SpokenNumber, spokenNumbers } from './number-words.ts'
import type { PastedText, Span } from './pasted-text.ts'
import type { UncertaintyReason } from './reason.ts'

/** An amount of the message: a number beside a currency, or after a label. */
export interface FoundAmount extends Span {
  readonly value: string
  /** The word behind it that multiplies it. */
  readonly scale?: Scale
  /** The currency that the words name; undefined beside a bare $ or nothing. */
  readonly currency: string | undefined
  readonly reason: UncertaintyReason | undefined
  /** No currency, word or label is beside it. */
  readonly isBare: boolean
  readonly isSpoken?: true
  readonly hasScale: boolean
  /** The point or comma before three digits at its end. */
  readonly mark?: string
}

/** Every number that may be a sum, in order, with a currency or without, and those that are spelled out. */
export function findAmounts({ folded }: PastedText, spoken: readonly SpokenNumber[]): readonly FoundAmount[] {
  const written = [...folded.matchAll(amountPattern)].flatMap(({ 0: words, index, groups = {} }) => {
    const { sign, number = '', zeros, scale, rest, word } = groups
    const isBare = sign === undefined && word === undefined && scale === undefined && zeros === undefined
    const end = index + words.trimEnd().length
    const after = folded.slice(end, end + 40)
    const read = readNumber(
      rest === undefined ? number : `${number}${rest}`,
      rest === undefined ? scale?.trim() : undefined,
      sign,
    )
    if (read === undefined) return []
    const isVague = vagueBefore.test(folded.slice(Math.max(0, index - 24), index))
    const isUnread = !(read.isWhole || zeros !== undefined ? endsNumber : endsAmount).test(after) || changes.test(after)
    const reason = isVague || (isUnread && typeof read.reason !== 'object') ? 'unreadBeside' : read.reason
    const currency = currencyOf(sign) ?? currencyOf(word)
    return [
      {
        ...read,
        reason,
        start: index,
        end,
        currency,
        isBare,
        hasScale: scale !== undefined,
        mark: /([.,])\d{3}$/.exec(number)?.[1] ?? '',
      },
    ]
  })
  return [...written, ...spoken.flatMap((found) => spokenAmount(found, folded))].slice(0, mostAmounts)
}

/** A message about some payments has fewer; the rest is not read. */
const mostAmounts = 300

/** "Ciento veinte soles con cincuenta": the money behind it, and its cents. */
function spokenAmount({ start, end, amount }: SpokenNumber, folded: string): readonly FoundAmount[] {
  if (amount === undefined || amount === 0 || amount > 999_999_999) return []
  const [behind = '', word, cents] = moneyBehind.exec(folded.slice(end, end + 50)) ?? []
  const [hundredths] = cents === undefined ? [] : spokenNumbers(cents)
  const reason = { is: 'readAsZeros', word: folded.slice(start, end) } as const
  return [
    {
      value:
        hundredths?.amount === undefined ? String(amount) : `${amount}.${String(hundredths.amount).padStart(2, '0')}`,
      start,
      end: end + behind.length,
      currency: currencyOf(word),
      isBare: word === undefined,
      isSpoken: true,
      hasScale: false,
      reason,
    },
  ]
}

interface AmountNumber {
  readonly value: string
  readonly scale?: Scale
  readonly reason: UncertaintyReason | undefined
  /** Written with its cents, so no word behind it can multiply it. */
  readonly isWhole: boolean
}

function readNumber(number: string, word: string | undefined, sign = ''): AmountNumber | undefined {
  const grouped = /^(\d{1,3})[.,'´’‘ʼ′](\d{3})$/.exec(number)
  const bare = grouped === null ? withoutApostrophes(number) : `${grouped[1]}${grouped[2]}`
  if (bare === undefined) return undefined
  const scale = word === undefined ? undefined : scaleOf(word)
  if (scale !== undefined) return scaledNumber(number, bare, scale, word ?? '')
  const reading = readAmount(bare, undefined)
  if (!reading.ok) return undefined
  const isWordBefore = Object.hasOwn(currencyWords, sign.trim())
  const reason = grouped === null ? (isWordBefore ? 'currencyBefore' : undefined) : 'grouped'
  return { value: reading.text, reason, isWhole: /[.,]\d{1,2}$/.test(number) }
}

/** An apostrophe parts millions or thousands: whatever groups beside it cannot be the decimal sign. Undefined where the groups do not fit. */
function withoutApostrophes(number: string): string | undefined {
  if (!/['´’‘ʼ′]/.test(number)) return number
  const found = /^(\d{1,3}(?:['´’‘ʼ′.,]\d{3})+)(?:[.,](\d{1,2}))?$/.exec(number)
  const groups = found?.[1]?.replace(/\d/g, '') ?? ''
  const decimal = found?.[2]
  const isMixed = groups.includes('.') && groups.includes(',')
  const isDecimalTwice = decimal !== undefined && groups.includes(number.charAt(number.length - decimal.length - 1))
  if (groups === '' || isMixed || isDecimalTwice) return undefined
  return `${found?.[1]?.replace(/\D/g, '')}${decimal === undefined ? '' : `.${decimal}`}`
}

/** "15 mil", "2.5 millones": the number with its zeros, which a person compares. */
function scaledNumber(number: string, bare: string, scale: Scale, word: string): AmountNumber | undefined {
  const [whole = '', places = ''] = bare.replace(',', '.').split('.')
  // "1.500 mil" could be one and a half thousand or one and a half million.
  if (/[.,'´’‘ʼ′]\d{3}$/.test(number) || places.length > 2 || /\D/.test(whole)) return undefined
  return { value: scaled(`${whole}.${places}`, 1), scale, reason: { is: 'readAsZeros', word }, isWhole: false }
}

/** A number times its word's factor in a country: a "luca" is a thousand pesos, or one sol. */
export function valueIn(country: Country['code'], { value, scale }: FoundAmount): string | undefined {
  if (scale === undefined) return value
  const factor = typeof scale === 'number' ? scale : scale[country]
  return factor === undefined ? undefined : scaled(value, factor)
}

function scaled(value: string, factor: number): string {
  const [whole = '', places = ''] = value.split('.')
  const zeros = String(factor).length - 1
  const moved = `${whole}${places.padEnd(zeros, '0').slice(0, zeros)}`.replace(/^0+(?=\d)/, '')
  const rest = withoutTail(places.slice(zeros), /0/)
  return rest === '' ? moved : `${moved}.${rest}`
}

/** What a word multiplies by: everywhere, or in the countries that say so. */
type Scale = number | Partial<Readonly<Record<Country['code'], number>>>

const scales: readonly (readonly [words: string, scale: Scale])[] = [
  ['mil k', 1000],
  ['millon millones milhao milhoes million millions', 1_000_000],
  ['luca lucas luquita luquitas luka lukas', { AR: 1000, CL: 1000, CO: 1000, PE: 1 }],
  ['palo palos', { AR: 1_000_000, CL: 1_000_000, CO: 1_000_000 }],
  ['barra barras', { CO: 1000 }],
  ['conto contos pau paus', { BR: 1 }],
]

function scaleOf(word: string): Scale | undefined {
  return scales.find(([words]) => words.split(' ').includes(word))?.[1]
}

/** Words that make an amount a guess. */
const vagueBefore =
  /(?:~|\b(?:aprox(?:imad[oa]|imadamente)?|unos|unas|como|casi|cerca de|mas o menos|uns|umas|quase|alrededor de|around|about|environ|desde|hasta|entre))\.?[ :]{0,2}$/

/** Words behind an amount that make another one of it. */
const changes =
  /^[ ]{0,2}[,(]?[ ]{0,2}(?:[x+*~-][ ]?\d|\+|(?:cada|c\/u|por persona|por cabeza|each|chacun)(?!\p{L})|(?:menos|mas|más|moins|plus|o|ou|or|u|a|y|e|et)[ ](?:R?\$|\d|un[oa]?|iva|impuestos|taxas?)|aprox|mas o menos|o algo|e pouco|y pico|y medio)/u

/** Behind a number with its cents nothing may be glued but the end of a sentence. */
const endsNumber = /^(?:$|[\s,;:!?)\]"}|/-]|\.(?:$|[\s)-])|[^\p{L}\p{N}'´’‘ʼ′.,])/u

/** Behind another number only a word that cannot change it. */
const endsAmount =
  /^(?:\s*$|[ ]{0,2}[\n,;:!?)\]"}|/]|[.][ ]*(?:$|\s|-)|[ ]{1,3}(?:$|\n|[^\p{L}\p{N}'´’‘ʼ′.,+~-]|-[ ]|(?:por|para|pelo|pela|a|al|ao|en|em|no|na|de|del|do|da|y|e|et|con|com|gracias|obrigad[oa]|porfa|favor|pls|please|thanks|merci|to|for|on|via|liquidos?|netos?|brutos?|total|ref|cuenta|conta|banco|pix|transferir|depositar|hoy|hoje|pour|sur|le|la|el|las|los)(?![\p{L}]|[ ](?:pico|medi[oa]|mei[oa]|quebrados))|m\.? ?n\.?(?!\p{L})|m\.?\/?cte))/u

/** Words for money; a bare "pesos" names no currency, nor do the francs of two currency zones. */
const currencyWords: Readonly<Record<string, string | undefined>> = {
  reais: 'BRL',
  real: 'BRL',
  pila: 'BRL',
  pratas: 'BRL',
  soles: 'PEN',
  sol: 'PEN',
  solcitos: 'PEN',
  'nuevos soles': 'PEN',
  pesitos: undefined,
  mangos: 'ARS',
  fcfa: undefined,
  'f cfa': undefined,
  'francs cfa': undefined,
  cfa: undefined,
  '₦': 'NGN',
  naira: 'NGN',
  ksh: 'KES',
  shillings: undefined,
  cedis: 'GHS',
  rand: 'ZAR',
  r: 'ZAR',
  'pesos mexicanos': 'MXN',
  'pesos colombianos': 'COP',
  'pesos chilenos': 'CLP',
  'pesos argentinos': 'ARS',
  pesos: undefined,
  dolares: 'USD',
  dolar: 'USD',
  dolaritos: 'USD',
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

const moneyBehind = new RegExp(
  `^[ ](?:de[ ])?(${alternatives([...Object.keys(currencyWords).filter((word) => word.length > 3), ...codes])})(?![\\p{L}])(?:[ ](?:con|com|y|e|and|et)[ ]((?:\\p{L}+)(?:[ ]y[ ]\\p{L}+)?)(?= (?:centavos?|cents?|centimos?)|[ .,\\n]|$))?`,
  'u',
)

/** Rand are written R12 500, with nothing between; behind a number an r is no money. */
const moneyWords = Object.keys(currencyWords).filter((word) => word !== 'r')

const scaleWords = scales.flatMap(([words]) => words.split(' '))

const amountPattern = new RegExp(
  `(?<![\\p{L}\\p{N}.,$/'´’-])(?:(?<sign>${alternatives([...signs, ...codes.flatMap((code) => [`${code} $`, `${code}$`, code]), ...moneyWords, '$', 'r(?=\\d)'])})\\s{0,3})?` +
    "(?<number>\\d{1,3}(?:[., '´’‘ʼ′]\\d{3}){1,4}(?:[.,]\\d{1,2})?|\\d{1,9}(?:[.,]\\d{1,3})?)(?![\\d]|[.,'´’‘ʼ′-]\\d)" +
    '(?<zeros>[.,]?[o]{2}(?![\\p{L}\\p{N}])|[.,][ ]?-{1,2}(?![\\p{L}\\p{N}])|/[=-])?' +
    `(?:(?<scale>[ ]{0,2}(?:${alternatives(scaleWords)})(?![\\p{L}\\p{N}]))(?:(?<=mil)[ ](?<rest>\\d{3})(?![\\d.,'/-]))?)?` +
    `(?:[ ]{0,3}(?:de[ ])?(?<word>${alternatives([...moneyWords, ...codes])})(?![\\p{L}]))?`,
  'gu',
)

function alternatives(words: readonly string[]): string {
  return words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[$./]/g, '\\$&').replaceAll(' ', '[ ]?'))
    .join('|')
}
