import { issueOn } from '#shared/api/issue.ts'
import type { ParamsOf } from '#shared/api/issue-codes.ts'
import { Failure } from '../failure.ts'

const mostLetters = 60

/** Control characters, halves of letters, and the marks that turn the direction of writing: they would disguise a name. */
const unseen = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** Scripts with letters that look like those of each other, such as the Latin and the Cyrillic a. */
const alike = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

/**
 * The name as it is shown, and the key by which its person is found: case and spaces make no other person, accents do.
 * @throws Failure FIELDS_INVALID
 */
export function readPersonName(typed: string): { readonly name: string; readonly key: string } {
  const name = typed.trim().replace(/ +/g, ' ').normalize('NFC')
  if (unseen.test(name))
    throw refused('control_character', {}, 'Type the name without line breaks and control characters.')
  const plain = name.normalize('NFKC').replace(/\p{Cf}/gu, '')
  if (plain.split(/\s/u).some(isMixed))
    throw refused(
      'mixed_letters',
      {},
      'Write each word of the name in the letters of one script: some only look alike.',
    )
  const key = plain.toLowerCase().replace(/\s/gu, '')
  const letters = [...name].length
  if (key === '' || letters > mostLetters) {
    throw refused('length', { max: mostLetters, given: letters }, `Type a name of 1 to ${mostLetters} letters.`)
  }
  return { name, key }
}

/** Nobody writes so, but who wants to be taken for somebody else. */
function isMixed(word: string): boolean {
  return alike.filter((script) => script.test(word)).length > 1
}

function refused<Code extends 'control_character' | 'mixed_letters' | 'length'>(
  code: Code,
  params: ParamsOf<Code>,
  detail: string,
): Failure {
  return new Failure('FIELDS_INVALID', detail, { errors: [issueOn('name', code, params, detail)] })
}
