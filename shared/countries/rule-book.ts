import type {
  Country,
  EntrySource,
  FieldValues,
  Method,
  MethodId,
  ValidationOnlyCountry,
} from '#shared/rule-book/country.ts'
import { dollars } from '#shared/rule-book/currencies.ts'
import { argentina } from './argentina.ts'
import { brazil } from './brazil.ts'
import { burkinaFaso } from './burkina-faso.ts'
import { cameroon } from './cameroon.ts'
import { chile } from './chile.ts'
import { colombia } from './colombia.ts'
import { costaRica } from './costa-rica.ts'
import { ecuador } from './ecuador.ts'
import { ghana } from './ghana.ts'
import { ivoryCoast } from './ivory-coast.ts'
import { kenya } from './kenya.ts'
import { mexico } from './mexico.ts'
import { nigeria } from './nigeria.ts'
import { peru } from './peru.ts'
import { rwanda } from './rwanda.ts'
import { senegal } from './senegal.ts'
import { southAfrica } from './south-africa.ts'
import { tanzania } from './tanzania.ts'
import { uganda } from './uganda.ts'

const countries = {
  AR: argentina,
  BR: brazil,
  CL: chile,
  CO: colombia,
  EC: ecuador,
  MX: mexico,
  PE: peru,
  BF: burkinaFaso,
  CM: cameroon,
  CI: ivoryCoast,
  GH: ghana,
  KE: kenya,
  NG: nigeria,
  RW: rwanda,
  SN: senegal,
  TZ: tanzania,
  UG: uganda,
  ZA: southAfrica,
} as const

export type CountryCode = keyof typeof countries

/** A country that can be paid. */
export type PayableCountry = Country<CountryCode>

/** Every country that can be paid, under its code. Interface, part C, "Country and currency codes". */
export const ruleBook: Readonly<{ [Code in CountryCode]: Country<Code> }> = countries

export const countryCodes = Object.keys(countries).filter(isCountryCode)

export function isCountryCode(text: unknown): text is CountryCode {
  return typeof text === 'string' && Object.hasOwn(countries, text)
}

/** How many decimals each currency has that a payout can be in. */
export const currencyDecimals: Readonly<Record<string, number>> = {
  ...Object.fromEntries(Object.values(countries).map(({ currency, decimals }) => [currency, decimals])),
  [dollars]: 2,
}

/** How many decimals a currency has; undefined for one that no payout is in. */
export function decimalsOf(currency: string | undefined): number | undefined {
  return currency === undefined ? undefined : decimalsByCurrency.get(currency)
}

/** Made once, as every reading of an amount asks; a Map, as a typed currency can be any text. */
const decimalsByCurrency = new Map(Object.entries(currencyDecimals))

/** Countries that can be validated but not paid. Interface, part B, "Supported countries". */
export const validationOnlyCountries: readonly ValidationOnlyCountry[] = [costaRica]

/** A country by its code, also one that cannot be paid. */
export function anyCountry(code: string): Country | ValidationOnlyCountry | undefined {
  return isCountryCode(code) ? ruleBook[code] : validationOnlyCountries.find((country) => country.code === code)
}

/** The method of a country by its id; the country's first where it has no such method. */
export function methodIn(country: Country, id: string | undefined): Method {
  return country.methods.find((method) => method.id === id) ?? country.methods[0]
}

/** The method of an entry: the one chosen or, where the country says so, the one that its values mean. */
export function methodFor(
  country: Country,
  given: FieldValues,
  chosen: MethodId | undefined,
  enteredBy: EntrySource = 'program',
): Method {
  return methodIn(country, country.methodOf?.(given, chosen, enteredBy) ?? chosen)
}
