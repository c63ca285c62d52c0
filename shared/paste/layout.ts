import type { PastedText, Span } from './pasted-text.ts'

/** A piece of a line between tabs, bars and wide gaps; of an ordinary line, all of it. */
interface MessageCell extends Span {
  readonly line: number
  readonly column: number
}

/** How a message is laid out. */
export interface Layout {
  readonly lines: readonly Span[]
  readonly cells: readonly MessageCell[]
  /** The cells of each line. */
  readonly rows: readonly (readonly MessageCell[])[]
  /** The line of a place. */
  readonly lineAt: (place: number) => number
  readonly cellAt: (place: number) => MessageCell | undefined
  /** The stretch between two full stops or line ends. */
  readonly sentenceAt: (place: number) => Span
  /** Where the signature of a mail begins; the length of the text where it has none. */
  readonly signature: number
  /** Lines that came with a quotation mark. */
  readonly isQuoted: (place: number) => boolean
}

/** Finds lines, cells and sentences; takes time in proportion to the length. */
export function layoutOf({ plain, folded, quotedLines }: PastedText): Layout {
  const lines = spansBetween(plain, /\n/g, { start: 0, end: plain.length })
  const rows = lines.map((line, place) => cellsOf(plain, line, place))
  const cells = rows.flat()
  const sentences = lines.flatMap((line) => spansBetween(plain, sentenceEnd, line))
  const lineAt = (place: number) => indexAt(lines, place)
  return {
    lines,
    cells,
    rows,
    lineAt,
    cellAt: (place) => cells[indexAt(cells, place)],
    sentenceAt: (place) => sentences[indexAt(sentences, place)] ?? { start: place, end: place },
    signature: signature.exec(folded)?.index ?? plain.length,
    isQuoted: (place) => quotedLines.has(lineAt(place)),
  }
}

/** A stop, but not the one of "Cta." or "S.A."; and a semicolon. */
const sentenceEnd = /(?<=\p{L}{4}|\d)[.!?…]+(?=\s|$)|[;!?¿¡]/gu

/** Tabs and bars part cells; so do wide gaps and, between words alone, slashes with blanks. */
const cellEnd = /\t|\||[ ]{3,}|[ ]\/[ ]|;(?=\S)/g

function cellsOf(plain: string, line: Span, place: number): readonly MessageCell[] {
  return spansBetween(plain, cellEnd, line).map((span, column) => ({ ...span, line: place, column }))
}

function spansBetween(text: string, mark: RegExp, { start, end }: Span): readonly Span[] {
  const spans: Span[] = []
  let from = start
  for (const { 0: found, index } of text.slice(start, end).matchAll(mark)) {
    spans.push({ start: from, end: start + index })
    from = start + index + found.length
  }
  spans.push({ start: from, end })
  return spans
}

/** The last of ordered spans that begins at the place or before it. */
function indexAt(spans: readonly Span[], place: number): number {
  let [low, high] = [0, spans.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((spans[middle]?.start ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}

/** The name below it is the writer's. */
const signature =
  /\n[ ]{0,4}(?:saludos?|saludo cordial|atentamente|atte|att|atenciosamente|regards|kind regards|best regards|best|cordialmente|abracos?|cordialement|bien cordialement|quedo atent[oa]|mvh|--)(?![\p{L}])[^\n]{0,60}(?=\n|$)|\n[ ]{0,4}(?:mu(?:chas|ito) )?(?:gracias|obrigad[oa]|thanks|thank you|merci)[ .,!]{0,3}\n/u
