import { argentineEntities } from '#shared/banks/argentina.ts'
import { mexicanBanks } from '#shared/banks/mexico.ts'
import { cciBankNames } from '#shared/banks/peru.ts'

/** Spelt alike in English and in at least one of the languages. */
export const speltAlike: readonly string[] = [
  ...['Argentina', 'Burkina Faso', 'Chile', 'Colombia', 'Costa Rica', 'Ecuador', 'Ghana', 'Kenya', 'Nigeria', 'Peru'],
  ...['Rwanda', 'Senegal', 'Tanzania', 'Uganda'],
  ...['Cédula', 'cédula', 'Cédula de ciudadanía', 'Cédula de extranjería', 'Cédula de identidad'],
  ...['Carné de extranjería', 'Pix', 'E-mail', '{reason}: {meaning}'],
]

/** A name that no language translates: CLABE or BRL, a field of the interface such as documentNumber, a bank that a number names. */
export function isSameInAll(phrase: string): boolean {
  return /^\p{Lu}+$/u.test(phrase) || /^\p{Ll}+(\p{Lu}\p{Ll}+)*$/u.test(phrase) || alike.has(phrase)
}

const alike = new Set([
  ...speltAlike,
  ...Object.values(argentineEntities),
  ...mexicanBanks.map(({ code, name = code }) => name),
  ...Object.values(cciBankNames),
])
