import { clean, textSteps, withoutTail } from '#shared/rule-book/cleaning.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { isGivenName } from './given-names.ts'

/** A name as it may part into first and last. */
export interface PartedName {
  readonly first: string
  readonly last: string
  /** How many words are before and behind the cut, and what the words between say. */
  readonly way: string
  /** A middle word that may be a second given name or a first family name leaves the cut open. */
  readonly isOpen: boolean
}

/** The ways in which a name may part; particles go with what follows. "Torres Vega, César" has its own order. */
export function partedNames(
  text: string,
  order: 'last-then-first' | undefined,
  region: Country['region'],
): readonly PartedName[] {
  const [before = '', behind] = text.split(',')
  if (behind !== undefined) return [{ first: tidy([behind]), last: tidy([before]), way: 'byComma', isOpen: false }]
  const words = wordsOfName(text)
  // "Nome da mãe: …" is the name of another person.
  if (words.length < 2 || isParticle(words[0] ?? '')) return []
  const known = words.map((one) => (isSecondName(one) ? 'g' : 'x')).join('')
  const kind = order ?? (region === 'africa' ? 'africa' : 'latin')
  const cuts =
    words.length > 3
      ? [words.length - 2, words.length - 1, 1, words.length - 3]
      : words.map((_, place) => place + 1).slice(0, -1)
  const inOrder = [...new Set(cuts)].map((cut) => ({
    first: tidy(words.slice(0, cut)),
    last: tidy(words.slice(cut)),
    way: `${kind}:${cut}+${words.length - cut}:${known.slice(0, 4)}`,
    isOpen: region === 'africa' ? words.length > 2 : words.length === 3 && known[1] === 'x' && !isFamilyName(words[1]),
  }))
  const turned = [1, 2]
    .filter((cut) => cut < words.length)
    .map((cut) => ({
      first: tidy(words.slice(cut)),
      last: tidy(words.slice(0, cut)),
      way: `${kind}:turned:${cut}+${words.length - cut}:${known.slice(0, 4)}`,
      isOpen: order === undefined || words.length === 3,
    }))
  const isMaybeTurned =
    order !== undefined || region === 'africa' || text === text.toUpperCase() || known.startsWith('xxg')
  return order !== undefined ? turned : isMaybeTurned ? [...inOrder, ...turned] : inOrder
}

/** A name as it is entered; the last dot of "S.R.L." and "Ltda." belongs to it. */
export function tidy(words: readonly string[]): string {
  const { value } = clean(words.join(' '), textSteps)
  return endsInAbbreviation.test(value) ? value : withoutTail(value, /[.'-]/)
}

const endsInAbbreviation = /(?:\.\p{L}{1,3}|[ ](?:ltda|c[ií]a|inc|corp|co))\.$/iu

/** Whether a name is that of a company. */
export function isCompany(name: string): boolean {
  const bare = name.normalize('NFD').replace(/\p{M}/gu, '')
  return legalForm.test(name) || business.test(bare)
}

/** Written in capitals: "Sá" and "me" are a name and a word. */
const legalForm =
  /(?:^|[\s,])(?:S\.?\s?A\.?\s?S|S\.?A|SpA|SPA|S\.?R\.?L|ME|MEI|EIRELI|E\.?I\.?R\.?L|C\.?V|S\.?C|SARL|SASU|PLC|LLC|EPP)(?![\p{L}])/u

const business =
  /(?:^|\s)(?:ltda|ltd|limited|limitada|inc|pty|gmbh|cia|comercial|servicios|inversiones|distribuidora|importadora|consultoria|agencia|cooperativa|asociacion|fundacion|enterprises|ventures|traders|suppliers|ets|etablissements|transportes|transporte|ferreteria|constructora|soc|sociedad|clinica|hotel|taller|talleres|panaderia|imprenta|laboratorio|estudio|grupo|comercializadora)(?![\p{L}])/iu

export function isParticle(word: string): boolean {
  return /^(?:de|da|do|dos|das|del|la|las|los|y|e|di|van|von|der|den|san|du|vda\.?|viuda)$/iu.test(word)
}

/** The words of a name as they stay together: a particle with what follows it. */
export function wordsOfName(text: string): readonly string[] {
  const joined: string[] = []
  let waiting = ''
  for (const word of text.split(/ +/).filter((found) => found !== '')) {
    if (isParticle(word) && joined.length > 0) waiting += `${word} `
    else {
      joined.push(waiting + word)
      waiting = ''
    }
  }
  return joined
}

/** Spanish and Portuguese names end in one or two family names: of three words, the middle one decides. */
export function lastCount(words: readonly string[]): number {
  if (words.length >= 4) return 2
  return words.length === 3 && !isSecondName(words[1]) ? 2 : 1
}

/** Family names that are no given names, by their ends and the commonest. */
export function isFamilyName(word = ''): boolean {
  return familyName.test(word.normalize('NFD').replace(/\p{M}/gu, ''))
}

const familyName =
  /^(?:\p{L}{3,}[ei]z|garcia|flores|rojas|diaz|torres|vargas|castillo|castro|romero|ruiz|rios|mendoza|morales|ortega|silva|reyes|cruz|moreno|herrera|medina|aguilar|guerrero|rivera|salazar|vega|delgado|molina|soto|contreras|campos|silva|santos|souza|sousa|oliveira|pereira|costa|ferreira|rodrigues|alves|lima|gomes|ribeiro|carvalho|almeida|lopes|soares|fernandes|vieira|barbosa|rocha|dias|nascimento|andrade|moreira|nunes|marques|machado|mendes|freitas|cardoso|ramos|goncalves|santana|teixeira|araujo|melo|barros|quispe|mamani|huaman|condori|chavez|espinoza|cardenas|navarro|figueroa|sepulveda|araya|tapia|fuentes|valenzuela|munoz|bravo|pizarro|zambrano|cedeno|villamar|acosta|cabrera|aguirre|duarte|cardona|ospina|restrepo|zapata|arias|mejia|quintero|montoya|osorio|giraldo|valencia|parra|nunez|pena|luna|campos|dias|pinto|franco|leon|blanco|prado|barrios|montes|pardo|nogueira|porto|pires|juarez|dominguez|estrada|cortes|lara|carrillo|avila|sosa|ledesma|peralta|benitez|quiroga|villalba|farias|godoy|ayala|caceres)$/iu

/** "Ana María", "Marcela del Carmen": never a reason to be sure, only to part a name. */
function isSecondName(word = ''): boolean {
  return isGivenName(word.replace(/^(?:de|del|de la|de los|das?|dos?) /i, ''))
}
