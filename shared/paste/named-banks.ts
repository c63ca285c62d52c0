import type { Bank } from '#shared/banks/bank.ts'
import { searchBanks } from '#shared/banks/bank-search.ts'
import { foldedText } from './pasted-text.ts'

/** Each question is asked once, and a text made of bank names alone is not searched to its end. */
export interface Searches {
  readonly lists: readonly (readonly Bank[])[]
  readonly known: Map<string, readonly Bank[]>
  left: number
}

export const mostSearches = 200

export function searched(searches: Searches, query: string, isNamed: boolean): readonly Bank[] {
  const key = `${isNamed} ${query}`
  const known = searches.known.get(key)
  if (known !== undefined) return known
  if (searches.left === 0) return []
  searches.left -= 1
  const found = banksNamed(searches.lists, query, isNamed)
  searches.known.set(key, found)
  return found
}

/** A name that fits many banks says nothing. */
const mostBanks = 3

function banksNamed(lists: readonly (readonly Bank[])[], query: string, isNamed: boolean): readonly Bank[] {
  const short = query.replace(/^(?:banco|bco) (?=.)/, '')
  for (const [place, list] of lists.entries()) {
    const near = banksWithWords(list, query)
    const found = near.length === 0 ? [] : [...new Set([...searchBanks(near, short), ...searchBanks(near, query)])]
    const exact = found.filter((bank) => spellingsOf(bank).includes(bare(query)))
    if (exact.length > 0) return exact
    const isClear = isNamed ? found.length <= mostBanks : found.length === 1 && place === 0
    if (found.length > 0 && isClear && short.length > 2) return found
  }
  return []
}

const wordIndexes = new WeakMap<readonly Bank[], ReadonlyMap<string, readonly Bank[]>>()

/** The banks of which a name has a word that begins like one of the query: few, so that only these are searched. */
function banksWithWords(list: readonly Bank[], query: string): readonly Bank[] {
  const index = wordIndexes.get(list) ?? indexOf(list)
  wordIndexes.set(list, index)
  const wanted = query.split(/[^a-z0-9]+/).filter((word) => word.length > 1 && !particles.has(word))
  const found = new Set<Bank>()
  for (const [word, banks] of index)
    if (wanted.some((one) => word.startsWith(one))) for (const bank of banks) found.add(bank)
  return list.filter((bank) => found.has(bank))
}

function indexOf(list: readonly Bank[]): ReadonlyMap<string, readonly Bank[]> {
  const index = new Map<string, Bank[]>()
  for (const bank of list)
    for (const name of namesOf([bank]))
      for (const word of [bare(name), ...foldedText(name).split(/[^a-z0-9]+/)])
        if (word !== '') index.set(word, [...(index.get(word) ?? []), bank])
  return index
}

export function isNameOf([bank]: readonly Bank[], query: string): boolean {
  return bank !== undefined && spellingsOf(bank).some((name) => name === bare(query) || name.startsWith(bare(query)))
}

const spellingsKnown = new WeakMap<Bank, readonly string[]>()

function spellingsOf(bank: Bank): readonly string[] {
  const known = spellingsKnown.get(bank)
  if (known !== undefined) return known
  const made = namesOf([bank]).flatMap((name) => [bare(name), bare(name.replace(/\([^()]*\)/, ''))])
  spellingsKnown.set(bank, made)
  return made
}

/** Without the words that every name of a country shares. */
function bare(name: string): string {
  return foldedText(name)
    .replace(/^(?:banco|bco)\b(?: (?:de la|del|de|do|da))?/, '')
    .replace(/\b(?:s\.a\.u|s\.a|sa|mexico|peru|chile|colombia|brasil)\b\.?/g, '')
    .replace(/[^a-z0-9]/g, '')
}

export const particles = new Set('banco bank bco de del do da dos das la el los y e em com para por sa'.split(' '))

export function namesOf(banks: readonly Bank[]): readonly string[] {
  return banks.flatMap(({ name = '', otherNames }) => [name, ...otherNames])
}
