import { argentina } from '#shared/countries/argentina.ts'
import { brazil } from '#shared/countries/brazil.ts'
import { burkinaFaso } from '#shared/countries/burkina-faso.ts'
import { cameroon } from '#shared/countries/cameroon.ts'
import { chile } from '#shared/countries/chile.ts'
import { colombia } from '#shared/countries/colombia.ts'
import { costaRica } from '#shared/countries/costa-rica.ts'
import { ecuador } from '#shared/countries/ecuador.ts'
import { ghana } from '#shared/countries/ghana.ts'
import { ivoryCoast } from '#shared/countries/ivory-coast.ts'
import { kenya } from '#shared/countries/kenya.ts'
import { mexico } from '#shared/countries/mexico.ts'
import { nigeria } from '#shared/countries/nigeria.ts'
import { peru } from '#shared/countries/peru.ts'
import { rwanda } from '#shared/countries/rwanda.ts'
import { senegal } from '#shared/countries/senegal.ts'
import { southAfrica } from '#shared/countries/south-africa.ts'
import { tanzania } from '#shared/countries/tanzania.ts'
import { uganda } from '#shared/countries/uganda.ts'
import type { Country, Method, ValidationOnlyCountry } from './country.ts'
import type { CountryCode } from './country-codes.ts'

/** Every country that can be paid, under its code: a code without a country does not compile. */
export const ruleBook: Readonly<Record<CountryCode, Country>> = {
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
}

/** Countries that can be validated but not paid. Interface, part B, "Supported countries". */
export const validationOnlyCountries: readonly ValidationOnlyCountry[] = [costaRica]

/** The method of a country by its id; the country's first where it has no such method. */
export function methodIn(country: Country, id: string | undefined): Method {
  return country.methods.find((method) => method.id === id) ?? country.methods[0]
}
