import type { Compiled, Messages } from './catalog.ts'

/** Finds a text of the rule book in another language; undefined where it is not there. */
export type PhraseBook = (text: string) => string | undefined

/**
 * A phrase book: its keys are the English texts themselves. Where many texts differ in a part alone, one key stands for all, with names
 * in place of the parts: "{count} digits", "For {country} the provider documents no bank …". `word` puts the parts into a message.
 */
export function phraseBook(
  messages: Messages,
  word: (message: Compiled, parts: Readonly<Record<string, string>>) => string,
): PhraseBook {
  const phrases = new Map(Object.entries(messages))
  const frames = [...phrases].flatMap(([key, message]) => (partOf.test(key) ? [frameOf(key, message)] : []))
  const found = new Map<string, string>()

  function find(text: string): string | undefined {
    const known = found.get(text) ?? (isName(text) ? text : undefined)
    if (known !== undefined) return known
    const message = phrases.get(text)
    const issueContent = message === undefined ? framed(text) : word(message, {})
    // What is not in the book may be anything that somebody typed, and is not kept.
    if (issueContent !== undefined) found.set(text, issueContent)
    return issueContent
  }

  function framed(text: string): string | undefined {
    for (const { around, pattern, message } of frames) {
      // Names of banks come by the hundred, and this tells them from a frame at a tenth of the time.
      const parts = around.every((piece) => text.includes(piece)) ? pattern.exec(text)?.groups : undefined
      const issueContent = parts && saidParts(parts)
      if (issueContent !== undefined) return word(message, issueContent)
    }
    return undefined
  }

  /** The parts in the other language; undefined where one of them is not in the book, so that the frame does not fit. */
  function saidParts(parts: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined {
    const issueContent: Record<string, string> = {}
    for (const [name, part] of Object.entries(parts)) {
      const words = isKept(name) ? part : find(part)
      if (words === undefined) return undefined
      issueContent[name] = words
    }
    return issueContent
  }

  return find
}

/** Codes and names in capitals are the same everywhere: BRL, CLABE, DNI. */
function isName(text: string): boolean {
  return !/\p{Ll}/u.test(text)
}

interface Frame {
  /** What stands around the parts. */
  readonly around: readonly string[]
  readonly pattern: RegExp
  readonly message: Compiled
}

const partOf = /\{([a-z]+)\}/

function frameOf(key: string, message: Compiled): Frame {
  // Every second piece is the name of a part.
  const pieces = key.split(partOf)
  const pattern = pieces.map((piece, place) =>
    place % 2 === 0 ? literally(piece) : `(?<${piece}>${patternOf(piece)})`,
  )
  const around = pieces.filter((_, place) => place % 2 === 0)
  return { around, pattern: new RegExp(`^${pattern.join('')}$`), message }
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Parts that stay as they are, and what they look like; every other part is a text of the book itself. */
const keptParts = {
  count: '[0-9]+',
  most: '[0-9]+',
  first: '[0-9]+',
  code: '[A-Z]{2,3}',
  reason: '[A-Z]+(?:_[A-Z]+)+',
  bank: '[^:;]+',
  example: '[A-Z0-9](?:[A-Z0-9 .-]*[A-Z0-9])?',
} as const

function isKept(name: string): name is keyof typeof keptParts {
  return Object.hasOwn(keptParts, name)
}

function patternOf(name: string): string {
  return isKept(name) ? keptParts[name] : '.+?'
}
