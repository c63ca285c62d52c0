import { ruleBook } from '#shared/countries/rule-book.ts'
import { readPixKey } from '#shared/payout/pix-key.ts'
import { cleanNumber } from '#shared/payout/read-number.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { hasShape } from '#shared/rule-book/shape.ts'
import type { Encryption } from './encryption.ts'
import { destinationTerms, documentTerm, lastFourTerm } from './search-terms.ts'
import { searchWords } from './search-words.ts'

/** What a search text asks for: all of the words, or any of the terms. */
export interface SearchText {
  /** Beginnings of words, the longest first. */
  readonly words: readonly string[]
  /** Terms of a document number, of a Pix key or of last digits, where the text can be one. */
  readonly terms: readonly string[]
}

/** Nobody types so many; each costs a search of its own. */
const mostWords = 8

/** Reads what was typed to search; undefined where nothing was. */
export function readSearchText(encryption: Encryption, text: string | undefined): SearchText | undefined {
  const typed = text?.trim() ?? ''
  if (typed === '') return undefined
  const words = searchWords(typed).toSorted((a, b) => b.length - a.length)
  // "maria mar" asks nothing more than "maria".
  const needed = words.filter((word, i) => !words.slice(0, i).some((longer) => longer.startsWith(word)))
  return {
    words: needed.slice(0, mostWords),
    terms: [
      ...documentTerms(encryption, typed),
      ...pixKeyTerms(encryption, typed),
      ...lastFourTerms(encryption, typed),
    ],
  }
}

/** The number of any document of any country that the text can be, cleaned as that country cleans it. */
function documentTerms(encryption: Encryption, text: string): readonly string[] {
  if (!/\d/.test(text)) return []
  const countries: readonly Country[] = Object.values(ruleBook)
  const terms = countries.flatMap(({ code, documents }) =>
    documents
      .map((document) => ({ shape: document.shape, number: cleanNumber(text, document).value }))
      .filter(({ shape, number }) => hasShape(shape, number))
      .map(({ number }) => documentTerm(encryption, code, number)),
  )
  return [...new Set(terms)]
}

/** The whole of a Pix key, as Brazil cleans it: lists show no more of one than its end. */
function pixKeyTerms(encryption: Encryption, text: string): readonly string[] {
  const { kind, value } = readPixKey(text)
  return kind === undefined ? [] : destinationTerms(encryption, { country: ruleBook.BR.code, recipientPixKey: value })
}

function lastFourTerms(encryption: Encryption, text: string): readonly string[] {
  return /^[\p{L}\p{N}]{4}$/u.test(text) && /\d/.test(text) ? [lastFourTerm(encryption, text)] : []
}
