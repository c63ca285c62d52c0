import { collator } from '#shared/language/intl.ts'
import { isOneSlip } from '#shared/language/one-slip.ts'
import type { Bank } from './bank.ts'
import { folded } from './folded.ts'

/**
 * The banks that match what a person types, best first: the code (its leading zeros may be left off), a whole name, the beginning of the
 * name, words of it, another name, the middle of a word. Accents, case, punctuation and how "Banco" is written do not matter; banks that
 * match equally well keep their order. An empty query gives all of them.
 */
export function searchBanks(banks: readonly Bank[], query: string): readonly Bank[] {
  const wanted = wantedIn(query)
  if (wanted === undefined) return banks
  return banks
    .map((bank) => ({ bank, rank: rankOf(bank, wanted) }))
    .filter(({ rank }) => rank !== noMatch)
    .sort((a, b) => a.rank - b.rank)
    .map(({ bank }) => bank)
}

/** The banks that may be meant where none matches: one slip of the keyboard in a word of five letters or more. */
export function misspeltBanks(banks: readonly Bank[], query: string): readonly Bank[] {
  const wanted = wantedIn(query)
  return wanted === undefined ? [] : banks.filter((bank) => isMisspelt(bank, wanted))
}

/** Whether it is the code, or words of a name begin so: a match in the middle of a word may be another bank's name. */
export function isNamed(bank: Bank, query: string): boolean {
  const wanted = wantedIn(query)
  return wanted !== undefined && rankOf(bank, wanted) < ranks.inside
}

/** Those that the merchant pays to most first, then the common ones of the list, then by name; never by code, which says nothing to people. */
export function inOrderOfUse(
  banks: readonly Bank[],
  used: readonly string[],
  common: readonly Bank[],
  language: string,
): readonly Bank[] {
  const { compare } = collator(language)
  const places = new Map(used.map((code, place) => [code, place]))
  const isCommon = new Set(common.length < banks.length ? common.map(({ code }) => code) : [])
  const placeOf = ({ code }: Bank) => places.get(code) ?? (isCommon.has(code) ? used.length : used.length + 1)
  return banks.toSorted(
    (a, b) =>
      placeOf(a) - placeOf(b) ||
      Number(a.name === undefined) - Number(b.name === undefined) ||
      compare(a.name ?? a.code, b.name ?? b.code),
  )
}

/** Whether every word of the query is somewhere in the texts; spelling counts as little as for banks. */
export function matchesTexts(texts: readonly string[], query: string): boolean {
  const all = folded(texts.join(' '))
  return folded(query)
    .split(' ')
    .every((word) => all.includes(word))
}

interface BankQuery {
  readonly text: string
  readonly words: readonly string[]
  readonly joined: string
  readonly code: string
}

function wantedIn(query: string): BankQuery | undefined {
  const text = spelling(query)
  if (text === '') return undefined
  return { text, words: text.split(' '), joined: joined(text), code: withoutLeadingZeros(text) }
}

const ranks = {
  code: 0,
  shortCode: 1,
  codeBegins: 2,
  wholeName: 3,
  firstWords: 4,
  nameBegins: 5,
  words: 6,
  otherName: 7,
  inside: 8,
}
const noMatch = 9

/** From 0, the best match, to noMatch. */
function rankOf(bank: Bank, { text, words, joined, code }: BankQuery): number {
  const { name, all, everything, shortCode } = spellingsOf(bank)
  if (bank.code === text) return ranks.code
  if (shortCode === code) return ranks.shortCode
  if (bank.code.startsWith(text) || shortCode.startsWith(code)) return ranks.codeBegins
  if (all.some((one) => one.text === text || one.core === text)) return ranks.wholeName
  if ([name.text, name.core].some((one) => one.startsWith(`${text} `))) return ranks.firstWords
  if (name.text.startsWith(text) || name.core.startsWith(text) || name.joined.startsWith(joined))
    return ranks.nameBegins
  if (words.every((word) => beginsAWord(name.text, word))) return ranks.words
  if (all.some((one) => words.every((word) => beginsAWord(one.text, word)) || one.joined.startsWith(joined)))
    return ranks.otherName
  if (words.every((word) => everything.includes(word))) return ranks.inside
  return all.some((one) => one.joined.includes(joined)) ? ranks.inside : noMatch
}

function isMisspelt(bank: Bank, { words }: BankQuery): boolean {
  return spellingsOf(bank).all.some(({ text }) => {
    const own = text.split(' ')
    return words.every((word) => own.some((other) => other.startsWith(word) || beginsNearly(other, word)))
  })
}

/** Whether the word begins as typed but for a slip. Few people miss the first two letters. */
function beginsNearly(word: string, typed: string): boolean {
  if (typed.length < 5 || /\d/.test(typed) || typed.slice(0, 2) !== word.slice(0, 2)) return false
  return isOneSlip(typed, word, (own, rest) => own.startsWith(rest))
}

interface NameSpelling {
  readonly text: string
  /** Without the words that half of all banks begin with. */
  readonly core: string
  readonly joined: string
}

interface BankSpellings {
  readonly name: NameSpelling
  /** The name, then all others. */
  readonly all: readonly NameSpelling[]
  readonly everything: string
  readonly shortCode: string
}

/** Kept per bank: to fold the 513 Brazilian ones again at each keystroke would cost a slow phone a frame. */
const spellings = new WeakMap<Bank, BankSpellings>()

function spellingsOf(bank: Bank): BankSpellings {
  const known = spellings.get(bank)
  if (known !== undefined) return known
  const name = spellingOf(bank.name ?? '')
  const all = [name, ...bank.otherNames.map(spellingOf)]
  const everything = [...all.map(({ text }) => text), bank.code].join(' ')
  const made = { name, all, everything, shortCode: withoutLeadingZeros(bank.code) }
  spellings.set(bank, made)
  return made
}

function spellingOf(name: string): NameSpelling {
  const text = spelling(name)
  return {
    text,
    core: text.replace(/^(?:banco|bank)(?: (?:de|do|da|del|of))?(?: (?:la|el))? /, ''),
    joined: joined(text),
  }
}

/** Folded, with "Banco" written out: people and central banks shorten it. */
function spelling(text: string): string {
  return folded(text).replace(/\b(?:bco|bc)\b/g, 'banco')
}

function beginsAWord(text: string, word: string): boolean {
  return ` ${text}`.includes(` ${word}`)
}

/** So that 'jpmorgan' finds 'JP Morgan', and 'bco estado' BancoEstado. */
function joined(text: string): string {
  return text.replaceAll(' ', '')
}

function withoutLeadingZeros(code: string): string {
  return code.replace(/^0+(.)/, '$1')
}
