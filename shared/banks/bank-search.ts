import type { Bank } from './bank.ts'
import { folded } from './folded.ts'

/**
 * The banks that match what a person types, best first: exact code, beginning of the code (leading zeros may be left
 * off), beginning of the name, words of the name, another name, anywhere. Accents, case and punctuation do not matter;
 * banks that match equally well keep their order. An empty query gives all of them.
 */
export function searchBanks(banks: readonly Bank[], query: string): readonly Bank[] {
  const wanted = folded(query)
  if (wanted === '') return banks
  return banks
    .map((bank) => ({ bank, rank: rankOf(bank, wanted) }))
    .filter(({ rank }) => rank !== noMatch)
    .sort((a, b) => a.rank - b.rank)
    .map(({ bank }) => bank)
}

/** How lists and summaries write a bank: 'BancoEstado · 012', or its code alone where it has no name. */
export function bankLabel(bank: Pick<Bank, 'code' | 'name'>): string {
  return bank.name === undefined ? bank.code : `${bank.name} · ${bank.code}`
}

/** Whether every word of the query stands somewhere in the texts; spelling counts as little as for banks. */
export function matchesTexts(texts: readonly string[], query: string): boolean {
  const all = folded(texts.join(' '))
  return folded(query)
    .split(' ')
    .every((word) => all.includes(word))
}

const noMatch = 8

/** From 0, the best match, to noMatch. */
function rankOf(bank: Bank, wanted: string): number {
  const words = wanted.split(' ')
  const { name, otherNames, everything, shortCode } = spellingsOf(bank)
  if (bank.code === wanted) return 0
  if (shortCode === withoutLeadingZeros(wanted)) return 1
  if (bank.code.startsWith(wanted) || shortCode.startsWith(wanted)) return 2
  if (name.startsWith(wanted)) return 3
  if (words.every((word) => beginsAWord(name, word))) return 4
  if (otherNames.some((other) => words.every((word) => beginsAWord(other, word)))) return 5
  if (words.every((word) => everything.includes(word))) return 6
  return [name, ...otherNames].some((other) => joined(other).includes(joined(wanted))) ? 7 : noMatch
}

interface Spellings {
  readonly name: string
  readonly otherNames: readonly string[]
  readonly everything: string
  readonly shortCode: string
}

/** Kept per bank: to fold the 513 Brazilian ones again at each keystroke would cost a slow phone a frame. */
const spellings = new WeakMap<Bank, Spellings>()

function spellingsOf(bank: Bank): Spellings {
  const known = spellings.get(bank)
  if (known !== undefined) return known
  const name = folded(bank.name ?? '')
  const otherNames = bank.otherNames.map(folded)
  const everything = [name, ...otherNames, bank.code].join(' ')
  const made = { name, otherNames, everything, shortCode: withoutLeadingZeros(bank.code) }
  spellings.set(bank, made)
  return made
}

function beginsAWord(text: string, word: string): boolean {
  return ` ${text}`.includes(` ${word}`)
}

/** So that 'jpmorgan' finds 'JP Morgan'. */
function joined(text: string): string {
  return text.replaceAll(' ', '')
}

function withoutLeadingZeros(code: string): string {
  return code.replace(/^0+(.)/, '$1')
}
