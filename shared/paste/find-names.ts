import { clean, textSteps, withoutTail } from '#shared/rule-book/cleaning.ts'
import type { Message, Span } from './message.ts'

/** A name of the message, and how it parts into first and last. */
export interface FoundName extends Span {
  readonly first: string
  readonly last: string
  /** Two words, of which the second is no given name: there is one way to part them. */
  readonly isPlain: boolean
}

/** Words of the name that begins a stretch; undefined where no name does. */
export function nameIn({ plain }: Message, { start, end }: Span): Span | undefined {
  const text = plain.slice(start, end)
  const found = /^[\s"'(]{0,4}(\p{L}[\p{L}'.’-]*(?:[ ]{1,3}\p{L}[\p{L}'.’&-]*)*)/u.exec(text)
  const words = found?.[1]
  if (words === undefined) return undefined
  const kept = capitalised(words)
  const from = start + (found?.[0].length ?? 0) - words.length
  return kept === '' ? undefined : { start: from, end: from + kept.length }
}

/** Parts a name: the last word, or the last two of four and more; particles go with what follows. */
export function partedName({ plain }: Message, span: Span, order?: 'last-then-first'): FoundName | undefined {
  const text = plain.slice(span.start, span.end)
  const words = joinedParticles(text.split(/ +/))
  // "Nome da mãe: …" is the name of somebody else.
  if (words.length < 2 || isParticle(words[0] ?? '') || isCompany(text)) return undefined
  const lastWords = lastCount(words)
  const cut = order === undefined ? words.length - lastWords : lastWords
  const [head, tail] = [tidy(words.slice(0, cut)), tidy(words.slice(cut))]
  const isPlain = words.length === 2 && order === undefined && !isSecondName(words[1])
  return order === undefined
    ? { ...span, first: head, last: tail, isPlain }
    : { ...span, first: tail, last: head, isPlain }
}

/** "Torres Vega, César": the last name stands before a comma. */
export function nameAfterComma(message: Message, last: Span, end: number): FoundName | undefined {
  const comma = /^[ ]?,[ ]{0,2}/.exec(message.plain.slice(last.end, end))?.[0]
  const first = comma === undefined ? undefined : nameIn(message, { start: last.end + comma.length, end })
  if (first === undefined) return undefined
  const [given, family] = [first, last].map((span) => tidy([message.plain.slice(span.start, span.end)]))
  return { start: last.start, end: first.end, first: given ?? '', last: family ?? '', isPlain: true }
}

/** A name as it is entered. */
export function tidy(words: readonly string[]): string {
  return withoutTail(clean(words.join(' '), textSteps).value, /[.'-]/)
}

/** Whether a name is that of a company. */
export function isCompany(name: string): boolean {
  return /(?:^|\s)(?:s\.?\s?a\.?\s?s|s\.?a|spa|s\.?r\.?l|ltda|e\.?i\.?r\.?l|me|mei|eireli|s\.? de r\.?l|c\.?v|inc|llc|limitada|cia|comercial|servicios|inversiones|distribuidora|importadora|consultoria|agencia)\b\.?/iu.test(
    name.normalize('NFD').replace(/\p{M}/gu, ''),
  )
}

/** A line that is nothing but a name: two to six capitalised words. */
export function looksLikeName(line: string): boolean {
  const words = line.trim().split(/\s+/)
  const isShort = words.length >= 2 && words.length <= 6
  return (
    isShort &&
    !isParticle(words[0] ?? '') &&
    words.every((word) => isParticle(word) || /^\p{Lu}[\p{L}'.’-]+$/u.test(word)) &&
    !notNames.test(line)
  )
}

const notNames =
  /\b(?:hola|ola|oi|buenas?|buenos|bom|boa|dia|tarde|noche|noite|gracias|obrigad[oa]|saludos|abraços?|datos|dados|banco|bank|pago|pagamento|transferencia|transferência|cuenta|conta|favor|por|segue|seguem|adjunto|hello|hi|thanks|dear|estimad[oa]s?|regards|bonjour|merci|pix|urgente|favorecido)\b/iu

/** A name has fewer; what follows them is a sentence. */
const mostWords = 8

/** The words up to the first that cannot belong to a name written in capitals. */
function capitalised(words: string): string {
  const all = (words.match(/\S+\s*/g) ?? []).slice(0, mostWords)
  if (!/^\p{Lu}/u.test(words)) return all.slice(0, 4).join('').trimEnd()
  const stop = all.findIndex((word) => !/^\p{Lu}/u.test(word) && !isParticle(word.trim()))
  const kept = stop < 0 ? [...all] : all.slice(0, stop)
  const sentence = kept.findIndex((word) => /\p{Ll}{2}\.\s*$/u.test(word))
  if (sentence >= 0) kept.length = sentence + 1
  while (kept.length > 0 && isParticle(kept.at(-1)?.trim() ?? '')) kept.pop()
  return withoutTail(kept.join('').trimEnd(), /[.,-]/)
}

function isParticle(word: string): boolean {
  return /^(?:de|da|do|dos|das|del|la|las|los|y|e|di|van|von|san|du)$/iu.test(word)
}

function joinedParticles(words: readonly string[]): readonly string[] {
  const joined: string[] = []
  let waiting = ''
  for (const word of words.filter((found) => found !== '')) {
    if (isParticle(word) && joined.length > 0) waiting += `${word} `
    else {
      joined.push(waiting + word)
      waiting = ''
    }
  }
  return joined
}

/** Spanish and Portuguese names end in one or two family names: of three words, the middle one decides. */
function lastCount(words: readonly string[]): number {
  if (words.length >= 4) return 2
  return words.length === 3 && !isSecondName(words[1]) ? 2 : 1
}

function isSecondName(word = ''): boolean {
  return secondNames.has(word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())
}

/** Common given names that stand second: "Ana María", "Juan Carlos". Never a reason to be sure, only to part a name. */
const secondNames = new Set(
  'maria jose carlos luis antonio paula beatriz fernanda cristina carolina isabel eduardo alberto andres felipe pablo manuel miguel angel alejandro alejandra daniel daniela david enrique ernesto esteban francisco gabriel gabriela guillermo ignacio javier jesus joao jorge julia juan laura lucia luisa marcela mariana mario martin mercedes monica patricia paulo pedro rafael raul ricardo roberto rosa santiago sebastian sofia teresa valentina vanessa veronica victoria clara helena ines elena camila andrea adriana augusto cesar henrique mateus lucas ana eugenia belen pilar del carmen'.split(
    ' ',
  ),
)
