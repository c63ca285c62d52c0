import type { Country } from '#shared/rule-book/country.ts'
import { dollars } from '#shared/rule-book/currencies.ts'
import type { FoundAmount } from './find-amounts.ts'
import { citiesIn } from './find-cities.ts'
import { foldedText, type PastedText, type Span } from './pasted-text.ts'

/** Words that speak for a country by themselves: its name, its money, its phone numbers, its web addresses. */
export interface CountrySign extends Span {
  readonly weight: number
}

/*
 * One in ten or a hundred numbers of another country fits some check digit by chance, so what a labelled number gains by that (see weightOfOne of
 * read-message.ts) is less than what its money or the prefix of a phone say.
 */
const unmistakable = 5

/** Words of one country alone: its wallets, banks, taxes and money as people call them. */
const words: Partial<Readonly<Record<Country['code'], string>>> = {
  AR: 'cbu|cvu|cuit|cuil|mangos?|mercado ?pago|afip|alias|lucas|monotributo',
  BR: 'pix|cpf|cnpj|ag(?:encia)?|reais|nubank|bradesco|itau|caixa',
  CL: 'rut|cuenta ?rut|cta ?rut|lukas?|bancoestado|banco estado|chequera|spa|mach|tenpo|boleta',
  CO: 'nequi|daviplata|bancolombia|davivienda|nit|c\\.?c\\.?|bre-?b|cedula de ciudadania',
  EC: 'pichincha|produbanco|guayaquil|coop(?:erativa)?|ruc|deuna',
  MX: 'clabe|curp|rfc|spei|banamex|banorte|oxxo|bbva|azteca|spin',
  PE: 'yape\\p{L}*|plin|bcp|interbank|cci|dni|soles|recibo por honorarios|ruc',
  KE: 'm-?pesa|ksh|kes|paybill|till|safaricom|kcb|equity|bob|kra',
  GH: 'momo|cedis?|ghs|ghc|gh₵|telecel|vodafone cash|gcb|mtn|ghana card',
  NG: 'naira|ngn|opay|palmpay|moniepoint|kuda|gtbank|zenith|uba|aza|abeg|oga|bvn|nuban|access bank|first bank',
  UG: 'ugx|airtel money|centenary|stanbic|mtn|ush',
  TZ: 'tzs|tsh|tigo ?pesa|crdb|nmb|halopesa|laki|hela|vodacom|shilingi',
  RW: 'rwf|frw|amafaranga|bank of kigali|bk|murakoze|momo',
  SN: 'wave|cbao|fcfa|orange money|dakar|jerejef|free money',
  CI: 'wave|orange money|moov|mtn|fcfa|sgci|nsia|abidjan|yako|bicici',
  CM: 'momo|orange money|fcfa|xaf|afriland|bicec|mtn|guichet',
  BF: 'orange money|moov|coris|fcfa|ouaga|wendkuuni|ibu|cnib',
  ZA: 'fnb|capitec|nedbank|absa|standard bank|eft|rand|zar|dankie|branch code|tymebank',
}

const ownWords: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(words).map(
    ([code, own]) => [code, new RegExp(`(?<![\\p{L}\\p{N}])(?:${own})(?![\\p{L}])`, 'gu')] as const,
  ),
)

/** The signs of a country in a message. */
export function signsOf(
  message: PastedText,
  country: Country,
  amounts: readonly FoundAmount[],
): readonly CountrySign[] {
  const { folded } = message
  const money = amounts
    .filter(({ currency }) => currency === country.currency && currency !== dollars)
    .map(({ start, end }) => ({ start, end, weight: unmistakable }))
  const [city] = citiesIn(
    message,
    country,
    amounts.filter(({ isBare }) => !isBare),
  )
  const said = new Set([...folded.matchAll(ownWords.get(country.code) ?? /(?!)/gu)].map(([found]) => found))
  const found = [...folded.matchAll(patternOf(country))].map(({ 0: words, index }) => ({
    start: index,
    end: index + words.length,
    weight: /^\+/.test(words) ? unmistakable : /^\./.test(words) ? 1 : 3,
  }))
  const isOfOthers = amounts.some(
    ({ currency }) => currency !== undefined && currency !== dollars && currency !== country.currency,
  )
  const isSpanish = country.code === 'BR' && spanish.test(folded)
  return [
    ...(isOfOthers && money.length === 0 ? [{ start: 0, end: 0, weight: -3 }] : []),
    ...(isSpanish ? [{ start: 0, end: 0, weight: -3 }] : []),
    ...money.slice(0, 1),
    ...[...said].slice(0, 4).map(() => ({ start: 0, end: 0, weight: 1.5 })),
    ...(city === undefined ? [] : [{ ...city, weight: 2 }]),
    ...found.filter(({ weight }, place) => found.findIndex((other) => other.weight === weight) === place),
  ]
}

/** Words that are none in Portuguese. */
const spanish = /(?<!\p{L})(?:cuentas?|ahorros|monto|hola|gracias|cedula|llave|deposit[ae]n?me|pagos?)(?!\p{L})/u

const patterns = new WeakMap<Country, RegExp>()

function patternOf(country: Country): RegExp {
  const made =
    patterns.get(country) ??
    new RegExp(
      [...namesOf(country), phoneOf(country), `\\.${country.code.toLowerCase()}(?![\\p{L}\\p{N}.])`].join('|'),
      'gu',
    )
  patterns.set(country, made)
  return made
}

function namesOf({ code, otherName }: Country): readonly string[] {
  const names = ['es', 'pt', 'fr', 'en'].map((language) => new Intl.DisplayNames(language, { type: 'region' }).of(code))
  const spellings = [...names, otherName].flatMap((name) =>
    name === undefined ? [] : [foldedText(name).replace(/[^a-z ]/g, '.')],
  )
  return [...new Set(spellings)].map((spelling) => `(?<![\\p{L}])${spelling}(?![\\p{L}])`)
}

function phoneOf({ phonePrefix }: Country): string {
  return `\\+${phonePrefix}(?=[ (-]{0,2}\\d[\\d ()-]{6})`
}
