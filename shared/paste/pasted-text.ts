import { composedLetters, withoutInvisible } from '#shared/rule-book/cleaning.ts'

/** An exact excerpt of the message as it was pasted, with its position. */
export interface Words {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** A stretch of the plain text, in its own offsets. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A message made ready for reading: its plain text, and the way back to what was pasted. */
export interface PastedText {
  /** Without unseen characters, chat stamps, quote marks, bullets and pictures; every space but a tab is a blank. */
  readonly plain: string
  /** The same in small letters without accents, character for character. */
  readonly folded: string
  /** The lines that began with a mark of quotation, counted from 0. */
  readonly quotedLines: ReadonlySet<number>
  /** What was pasted for a stretch of the plain text. */
  readonly wordsAt: (span: Span) => Words
  /** The stretch of the plain text for what was pasted. */
  readonly spanOf: (words: Words) => Span
}

/** A longer message is no longer one that a person sends about one payment; it is refused whole. */
export const longestMessage = 20_000

/** Prepares a message of any origin: chat, mail, spreadsheet. Takes time in proportion to its length. */
export function prepareMessage(text: string): PastedText {
  const starts: number[] = []
  const ends: number[] = []
  let plain = ''
  for (const { 0: cluster, index } of text.matchAll(/\P{M}\p{M}{0,4}|\p{M}/gsu)) {
    const isLineEnd = cluster === '\r' && text[index + 1] !== '\n'
    const seen = isLineEnd ? '\n' : keepsItsMark(text, cluster, index) ? cluster.replace('`', "'") : plainly(cluster)
    for (let unit = 0; unit < seen.length; unit += 1) {
      starts.push(index)
      ends.push(index + cluster.length)
    }
    plain += seen
  }
  const unframed = withoutFrame(plain)
  return {
    plain: unframed,
    folded: foldedText(unframed),
    quotedLines: new Set(plain.split('\n').flatMap((line, place) => (/^[ ]{0,4}>/.test(line) ? [place] : []))),
    wordsAt({ start, end }) {
      const [from, to] = [starts[start] ?? text.length, ends[end - 1] ?? text.length]
      return { text: text.slice(from, to), start: from, end: to }
    },
    spanOf({ start, end }) {
      const from = starts.findIndex((place) => place >= start)
      const to = ends.findLastIndex((place) => place <= end)
      return { start: Math.max(0, from), end: to + 1 }
    },
  }
}

/** Small letters without accents, as many characters as before. */
export function foldedText(text: string): string {
  return text
    .replace(/[^\0-\x60{-\x7f]/gu, (character) => {
      const bare = character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
      return bare.length === character.length ? bare : character
    })
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** The text with some stretches blanked, everything else in its place. */
export function blanked(text: string, spans: readonly Span[], fill = ' '): string {
  let rest = 0
  const parts: string[] = []
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(rest, Math.max(start, rest)), fill.repeat(Math.max(0, end - Math.max(start, rest))))
    rest = Math.max(rest, end)
  }
  return parts.join('') + text.slice(rest)
}

/** Marks with a meaning of their own: a backtick that groups digits, stars that hide them, a tilde for "about". */
function keepsItsMark(text: string, mark: string, place: number): boolean {
  if (!'`*~'.includes(mark)) return false
  const [before, after] = [text.charAt(place - 1), text.charAt(place + 1)]
  if (mark === '*') return before === '*' || after === '*'
  return /[\d$]/.test(after) && (mark === '~' || /\d/.test(before))
}

/** One character as it is read; nothing for an invisible one. */
function plainly(cluster: string): string {
  if (isPicture.test(cluster)) return ' '
  const seen = composedLetters.apply(withoutInvisible.apply(cluster)).replace(/[\ufe00-\ufe0f]/g, '')
  const simple = seen.normalize('NFKC')
  const one = simple.length === 1 ? simple : seen
  if (one === '\r') return ' '
  if (one === '\t') return one
  if (/^[\v\f\x85\u2028\u2029]$/.test(one)) return '\n'
  if (/^[\p{Pd}\u2212]$/u.test(one)) return '-'
  return one
}

/** Pictures, bullets and the signs with which chats mark bold and quoted text. */
const isPicture = /^(?:[\p{Extended_Pictographic}\p{So}\p{Regional_Indicator}•·●▪◦‣*~`]|.\ufe0f?\u20e3)/u

function withoutFrame(plain: string): string {
  return frame.reduce((text, pattern) => text.replace(pattern, (found) => ' '.repeat(found.length)), plain)
}

/** What surrounds the words in chats and mails; names of senders are left for the reader of labels. */
const frame = [
  // Hidden letters and digits are no name and no number: "***.878.993-**", "Dar***".
  /\p{L}{1,20}\*{3,9}|[\d.-]{0,20}\*{2,9}(?:[\d.-]{0,20}\*{0,9}){0,3}/gu,
  /^[ ]{0,4}(?:>[ ]{0,2}){1,8}/gm,
  // "[10:42, 3/11/2026] Ana:" and "3/11/26, 10:42 - Ana:"
  /^[ ]{0,4}\[[\d:/., \-apmAPM]{4,30}\](?:[ ]{0,2}[^\n:[\]]{1,40}:(?=[ ]|$))?/gm,
  /^[ ]{0,4}\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4},?[ ]{1,2}\d{1,2}:\d{2}(?::\d{2})?[ ]{0,2}(?:[ap]\.?[ ]?m\.?)?[ ]{0,2}-[ ][^\n:]{1,40}:(?=[ ]|$)/gim,
  /(?<![\d/.-])(?:\d{1,2}\/\d{1,2}\/(?:\d{4}|\d{2})|20\d{2}-\d{2}-\d{2})(?![\d/-])/g,
  /(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?:[ ]?[ap]\.?[ ]?m\b\.?)?(?![\d:])/gi,
  // The head of a mail: its subject is no reason to pay, and its sender no payee.
  /^[ ]{0,4}(?:asunto|assunto|subject|objet|objeto|rv|res?|fwd?|enc|de|from|enviad[oa](?: el| em)?|sent)[ ]{0,2}:[^\n]{0,300}/gim,
  /^[ ]{0,4}(?:para|to|cc|cco|bcc)[ ]{0,2}:[^\n@]{0,100}@[^\n]{0,300}/gim,
  // "1. Nome", "2) CPF", "- Banco", "_bold_"
  /^[ ]{0,4}(?:\d{1,2}[.)](?=[ ])|-(?=[ ]))/gm,
  /(?<![\p{L}\p{N}.])_|_(?![\p{L}\p{N}@])/gu,
]
