import { folded } from '#shared/banks/folded.ts'
import { countryFacts } from '#shared/countries/country-facts.ts'
import { type CountryCode, countryCodes, ruleBook } from '#shared/countries/rule-book.ts'
import { asMessage } from '#shared/language/message.ts'
import { labelWords, spellings } from '#shared/paste/label-words.ts'
import type { AccountKind, Country, DocumentRule } from '#shared/rule-book/country.ts'
import { labelsOf } from './column-labels.ts'
import { remembering } from './remembering.ts'

/*
 * What people write in cells in place of the codes of the interface. All are compared folded and without marks: "Cta. Cte." is ctacte.
 */

export function plainWord(text: string): string {
  return folded(text).replaceAll(' ', '')
}

let countriesMade: ReadonlyMap<string, CountryCode> | undefined

/** The country of a code of two or three letters, or of a name in one of the four languages. */
export const countryCalled: (text: string) => CountryCode | undefined = remembering(findCountry)

function findCountry(text: string): CountryCode | undefined {
  countriesMade ??= new Map(
    countryCodes.flatMap((code) => {
      const { otherName } = ruleBook[code]
      const names = [
        code,
        countryFacts[code].threeLetters,
        ...labelsOf(`country.${code}`),
        ...(otherName === undefined ? [] : [otherName]),
      ]
      return names.map((name) => [plainWord(name), code] as const)
    }),
  )
  return countriesMade.get(plainWord(text))
}

/** The kind of account that a word names, where it means one in this country. */
export function accountKindCalled(text: string, country: Country): AccountKind | undefined {
  const word = plainWord(text)
  return accountKindsOf(country).get(word)
}

const kindsOfCountry = new WeakMap<Country, ReadonlyMap<string, AccountKind>>()

function accountKindsOf(country: Country): ReadonlyMap<string, AccountKind> {
  const known = kindsOfCountry.get(country)
  if (known !== undefined) return known
  const made = new Map<string, AccountKind>()
  const add = (words: readonly string[], kind: AccountKind) => {
    for (const word of words) if (!made.has(plainWord(word))) made.set(plainWord(word), kind)
  }
  for (const { fields } of country.methods)
    if (fields.payoutAccountTypeCode?.use === 'asked')
      for (const { kind, label } of fields.payoutAccountTypeCode.rule) add(partsOfLabel(labelsOf(label)), kind)
  for (const { meaning, words, countries } of labelWords)
    if (meaning.is === 'account' && meaning.kind !== undefined && (countries?.includes(countryCodeOf(country)) ?? true))
      add(words.split(', '), meaning.kind)
  for (const [kind, words] of Object.entries(shortKinds)) if (isKind(kind)) add(words.split(', '), kind)
  kindsOfCountry.set(country, made)
  return made
}

/** "Savings (ahorros)" is known by the whole and by either part. */
function partsOfLabel(labels: readonly string[]): readonly string[] {
  return labels.flatMap((label) => [label, ...label.split(/[()]/).filter((part) => part.trim() !== '')])
}

const shortKinds = {
  savings:
    'aho, ahor, ca, cah, cta aho, ahorros personal, sav, saving, epargne, cp, poup, caja ahorro, cuenta ahorros, de ahorros, de ahorro, conta de poupanca',
  current:
    'cte, cc, cor, corr, cta cte, ctacte, current, check, checking, chequing, cheques, cuenta cheques, courant, cuenta corriente, cta corriente, c corrente',
  rut: 'cuenta rut, cuentarut, rut',
  clabe: 'clabe, cuenta clabe, clabe interbancaria, spei',
  card: 'tarjeta, tarjeta debito, tarjeta de debito, debito, debit card, card, tdd, carte',
  wallet: 'wallet, billetera, billetera movil, mobile money, momo',
} satisfies Readonly<Record<AccountKind, string>>

function isKind(kind: string): kind is AccountKind {
  return Object.hasOwn(shortKinds, kind)
}

function countryCodeOf({ code }: Country): CountryCode {
  const found = countryCodes.find((one) => one === code)
  if (found === undefined) throw new Error(`${code} is in no rule book.`)
  return found
}

const documentsOfCountry = new WeakMap<Country, ReadonlyMap<string, DocumentRule>>()

/** The document of a country that a word names: DNI, C.C., Pasaporte. */
export function documentCalled(text: string, country: Country): DocumentRule | undefined {
  const known = documentsOfCountry.get(country) ?? documentWords(country)
  documentsOfCountry.set(country, known)
  return known.get(plainWord(text))
}

function documentWords(country: Country): ReadonlyMap<string, DocumentRule> {
  const made = new Map<string, DocumentRule>()
  const add = (words: readonly string[], rule: DocumentRule) => {
    for (const word of words) if (!made.has(plainWord(word))) made.set(plainWord(word), rule)
  }
  for (const rule of country.documents) {
    const { id } = asMessage(rule.label)
    add([...labelsOf(id), ...(spellings[id]?.split(', ') ?? [])], rule)
  }
  for (const rule of country.documents) {
    for (const { meaning, words, countries } of labelWords)
      if (meaning.is === 'document' && (meaning.kind === rule.kind || (meaning.kind && country.documents.length === 1)))
        if (countries?.includes(countryCodeOf(country))) add(words.split(', '), rule)
    add(shortDocuments[rule.kind].split(', '), rule)
  }
  return made
}

const shortDocuments = {
  'national-id':
    'ci, cc, cedula, dni, cedula identidad, cedula ciudadania, cedula de identidad, id, national id, carte identite',
  'foreigner-id':
    'ce, cedula extranjeria, carnet extranjeria, carne extranjeria, carnet de extranjeria, ptp, ppt, foreigner id',
  passport: 'pas, pasaporte, passport, passeport, passaporte, pp',
  'tax-id': 'nit, ruc, tax id, rut empresa',
} satisfies Readonly<Record<DocumentRule['kind'], string>>

/** The type of beneficiary that a word names: "Persona natural", "PJ". */
export function beneficiaryTypeCalled(text: string, { beneficiaryTypes = [] }: Country): string | undefined {
  const word = plainWord(text)
  return beneficiaryTypes.find(
    ({ code, label }) =>
      [...labelsOf(label), ...(typeWords[code]?.split(', ') ?? [])].map(plainWord).includes(word) || code === word,
  )?.code
}

const typeWords: Readonly<Record<string, string>> = {
  person:
    'persona, persona natural, natural, pn, pf, persona fisica, pessoa fisica, fisica, individual, individuo, particulier, personne, personne physique, natural person, private person, particular, p',
  company:
    'empresa, persona juridica, juridica, pj, pessoa juridica, sociedad, business, corporate, organizacion, personne morale, societe, entreprise, persona moral, moral, legal entity, legal person, juridico, organization, organisation, corporation, compania, e',
}

/** What people write for yes and no. */
export function flagCalled(text: string): boolean | undefined {
  const word = plainWord(text)
  if (yes.has(word)) return true
  return no.has(word) ? false : undefined
}

const yes = new Set('true yes y si s sim oui o x 1 verdadero verdadeiro vrai ok acepto aceito'.split(' '))
const no = new Set('false no n nao non 0 falso faux'.split(' '))
