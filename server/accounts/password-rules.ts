import { passwordLength } from '#shared/api/accounts.ts'
import { type Issue, issueOn } from '#shared/api/issue.ts'
import commonPasswords from './common-passwords.json' with { type: 'json' }

/** Whose password it is to be. */
interface PasswordOwner {
  readonly name: string
  readonly email: string
}

/**
 * What is wrong with a new password; undefined for nothing. No mix of characters is demanded (NIST SP 800-63B-4, 3.1.1.2):
 * it is long enough, none of those that are guessed first, and more than its owner's name or this program's.
 */
export function weakness(password: string, { name, email }: PasswordOwner): Issue | undefined {
  const length = [...password.normalize('NFC')].length
  if (length < passwordLength.min) return refused('short')
  if (length > passwordLength.max) return refused('long')
  const folded = fold(password)
  if (isCommon(folded)) return refused('common')
  const personal = [...wordsOf(name), ...wordsOf(email), ...ownNames].filter((word) => word.length >= 3)
  return isEnough(without(folded, personal)) ? undefined : refused('personal')
}

/** What people put into a password first, when they put in where it is for. */
const ownNames = ['payoutdesk', 'payouts', 'payout', 'desk']

/** Left over once what is guessed was taken out, this many letters are worth guessing: about as many as of a password of eight. */
const enoughLeft = 8

function isEnough(rest: string): boolean {
  return [...rest].length >= enoughLeft && new Set(rest).size >= 5
}

function refused(why: 'short' | 'long' | 'common' | 'personal'): Issue {
  return issueOn('password', 'weak_password', { why, ...passwordLength })
}

function isCommon(folded: string): boolean {
  return isRepeated(folded) || !isEnough(without(folded, common))
}

/** The same few letters over and over. */
function isRepeated(folded: string): boolean {
  return /^(.{1,8}?)\1+.{0,7}$/su.test(folded) && new Set(folded).size <= 8
}

/** What a program for guessing tries as one: case, signs among letters, and digits and signs used as letters make no difference. */
function fold(password: string): string {
  const plain = password.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[@$]/g, (sign) => (sign === '@' ? 'a' : 's')).replace(/[^\p{L}\p{N}]/gu, '')
}

/** Digits used as letters, in words only: years and runs of digits are compared as they are. */
function unfigured(folded: string): string {
  return folded.replace(/[0134578]/g, (figure) => figures[figure] ?? figure)
}

const figures: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' }

function wordsOf(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}]+/u).map(fold)
}

/** What remains of a password once these words, rows of the keyboard and of the alphabet, and years were taken out. */
function without(folded: string, words: readonly string[]): string {
  const spelt = [folded, unfigured(folded)].map((text) =>
    words.toSorted((one, other) => other.length - one.length).reduce((rest, word) => rest.replaceAll(word, ''), text),
  )
  const rests = spelt.map((text) => withoutRows(text).replace(/(?:19|20)\d\d/g, ''))
  return rests.reduce((one, other) => (other.length < one.length ? other : one))
}

/** Four neighbours or more, in either direction. */
const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjklñ',
  'zxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
].flatMap((row) => [row, [...row].toReversed().join('')])

function withoutRows(text: string): string {
  let rest = ''
  for (let at = 0; at < text.length; ) {
    const length = rowAt(text, at)
    if (length < 4) rest += text[at]
    at += length < 4 ? 1 : length
  }
  return rest
}

/** How many characters from a position on follow one row of the keyboard or the alphabet, or are the same. */
function rowAt(text: string, at: number): number {
  let longest = /^(.)\1*/su.exec(text.slice(at))?.[0].length ?? 1
  for (let length = longest + 1; at + length <= text.length; length += 1) {
    const piece = text.slice(at, at + length)
    if (rows.some((row) => row.includes(piece))) longest = length
    else break
  }
  return longest
}

/** Folded once; a word within another is left to the longer one. */
const common = [...new Set(commonPasswords.map(fold))].filter((word) => word.length >= 4)
