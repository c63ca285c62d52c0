import { clean, textSteps, withoutTail } from '#shared/rule-book/cleaning.ts'
import { isGivenName } from './given-names.ts'
import type { PastedText, Span } from './pasted-text.ts'

/** A name of the message, and how it parts into first and last. */
export interface FoundName extends Span {
  readonly first: string
  readonly last: string
  /** Two words, of which the second is no given name: there is one way to part them. */
  readonly isPlain: boolean
}

/** Words of the name that begins a stretch; undefined where no name does. */
export function findName({ plain }: PastedText, { start, end }: Span): Span | undefined {
  const text = plain.slice(start, end)
  const led = (titles.exec(text)?.[0] ?? '').length
  const found = /^[\s"'(]{0,4}(\p{L}[\p{L}'.’-]*(?:[ ]{1,3}\p{L}[\p{L}'.’&-]*)*)/u.exec(text.slice(led))
  const words = found?.[1]
  if (words === undefined) return undefined
  const kept = capitalised(words)
  const from = start + led + (found?.[0].length ?? 0) - words.length
  return kept === '' ? undefined : { start: from, end: from + kept.length }
}

/** "Mi esposa", "Sr.": a title or a relation before the name itself. */
const titles =
  /^[ ]{0,3}(?:(?:m[iy]|meu|minha|mon|ma|mis|l[ae]|el|o|a|sr|sra|srta|señora?|don|doña|dr|dra|lic|ing|mme|mr|mrs|ms|espos[ao]|marido|mulher|herman[ao]|irmã|irmão|mam[áãi]|mãe|papá|pai|madre|padre|hij[ao]|filh[ao]|soci[ao]|sóci[ao]|amig[ao]|tí[ao]|novi[ao])\.?[ ]{1,2}){1,3}(?=\p{Lu}\p{Ll})/u

/** Parts a name: the last word, or the last two of four and more; particles go with what follows. */
export function partedName({ plain }: PastedText, span: Span, order?: 'last-then-first'): FoundName | undefined {
  const text = plain.slice(span.start, span.end)
  const words = wordsOfName(text)
  // "Nome da mãe: …" is the name of another person.
  if (words.length < 2 || isParticle(words[0] ?? '') || isCompany(text)) return undefined
  const isTurned = order !== undefined || isFamilyFirst(text, words)
  const lastWords = order === undefined && isTurned ? 1 : lastCount(words)
  const cut = isTurned ? lastWords : words.length - lastWords
  const [head, tail] = [tidy(words.slice(0, cut)), tidy(words.slice(cut))]
  const isPlain = words.length === 2 && !isTurned && !isSecondName(words[1])
  return !isTurned ? { ...span, first: head, last: tail, isPlain } : { ...span, first: tail, last: head, isPlain }
}

/** "OJEDA LUCAS MARTIN": as banks print it, in capitals, with the family name before the given ones. */
function isFamilyFirst(text: string, [first, ...others]: readonly string[]): boolean {
  return text === text.toUpperCase() && !isGivenName(first) && others.length > 1 && others.every(isGivenName)
}

/** "Torres Vega, César": the last name is before a comma. */
export function nameAfterComma(message: PastedText, last: Span, end: number): FoundName | undefined {
  const comma = /^[ ]?,[ ]{0,2}/.exec(message.plain.slice(last.end, end))?.[0]
  const first = comma === undefined ? undefined : findName(message, { start: last.end + comma.length, end })
  if (first === undefined) return undefined
  const [given, family] = [first, last].map((span) => tidy([message.plain.slice(span.start, span.end)]))
  return { start: last.start, end: first.end, first: given ?? '', last: family ?? '', isPlain: true }
}

/** A name as it is entered; the last dot of "S.R.L." and "Ltda." belongs to it. */
export function tidy(words: readonly string[]): string {
  const { value } = clean(words.join(' '), textSteps)
  return endsInAbbreviation.test(value) ? value : withoutTail(value, /[.'-]/)
}

const endsInAbbreviation = /(?:\.\p{L}{1,3}|[ ](?:ltda|c[ií]a|inc|corp|co))\.$/iu

/** Whether a name is that of a company. */
export function isCompany(name: string): boolean {
  return /(?:^|\s)(?:s\.?\s?a\.?\s?s|s\.?a|spa|s\.?r\.?l|ltda|e\.?i\.?r\.?l|me|mei|eireli|s\.? de r\.?l|c\.?v|inc|llc|limitada|cia|comercial|servicios|inversiones|distribuidora|importadora|consultoria|agencia)\b\.?/iu.test(
    name.normalize('NFD').replace(/\p{M}/gu, ''),
  )
}

/** Stretches of a text without labels that may be a name; the likely ones first. */
export function namesAmong(text: string): readonly NameAmong[] {
  const words = text.replace(/\S+/g, (word) => (/\d/.test(word) ? '|'.repeat(word.length) : word))
  const found = [...words.matchAll(stretches)].slice(0, mostStretches).flatMap(({ 0: whole, index }) => {
    const stretch = whole.replace(conjunctions, (joint, at: number) =>
      isGivenName(/\p{L}+/u.exec(whole.slice(at + joint.length))?.[0]) ? '|'.repeat(joint.length) : joint,
    )
    return [...stretch.matchAll(runs)].flatMap((run) => spanOfName(stretch, run).map((name) => ({ ...name, index })))
  })
  return found
    .slice(0, mostNames)
    .toSorted((a, b) => Number(b.isKnown) - Number(a.isKnown))
    .filter(({ isKnown }, place) => isKnown || place === 0)
    .map(({ start, end, index, isKnown }) => ({ start: index + start, end: index + end, isKnown }))
}

interface NameAmong extends Span {
  /** Begins with a common given name, or is a company. */
  readonly isKnown: boolean
}

/** "Juan Pérez y María López" are two. */
const conjunctions = /(?<=\p{L}{2} )(?:y|e|and|et|&)(?= (?:\p{Lu}\p{L}+))/gu

/** Parts of sentences; the dot of "Cía." ends none. */
const stretches = /(?:[^\n,;|:()\d./]|\.(?! )|(?<=\b(?:c[ií]a|ltda))\.|\/(?=\S))+/giu

const mostStretches = 200
const mostNames = 20

/** Words side by side, a few blanks apart. */
const runs = /[\p{L}'.’&-]+(?:[ ]{1,3}[\p{L}'.’&-]+){0,11}/gu

/** The name that a run of words holds: capitals, or small letters from a given name on to the end of the stretch. */
function spanOfName(stretch: string, { 0: run, index }: RegExpExecArray): readonly NameAmong[] {
  const words = [...run.matchAll(/\S+/g)].map(({ 0: word, index: at }) => ({ word, start: index + at }))
  const isCapital = ({ word }: { readonly word: string }) => /^\p{Lu}[\p{L}'.’-]+$/u.test(word) && !notNames.test(word)
  const first = words.findIndex((one, place) => isCapital(one) && (isGivenName(one.word) || isWhole(words, place)))
  const begin = first < 0 ? words.findIndex(({ word }) => isGivenName(word)) : first
  if (begin < 0) return []
  const rest = words.slice(begin)
  const stop = rest.findIndex((one) =>
    first < 0 ? notNames.test(one.word) : !isCapital(one) && !isParticle(one.word) && !isJoint(one.word),
  )
  const kept = stop < 0 ? rest : rest.slice(0, stop)
  while (kept.length > 0 && isParticle(kept.at(-1)?.word ?? '')) kept.pop()
  const last = kept.at(-1)
  const [start = 0, end = 0] = [kept[0]?.start, (last?.start ?? 0) + (last?.word.length ?? 0)]
  const text = stretch.slice(start, end)
  const isAll = stretch.trim().length === end - start
  const isKnown = isGivenName(kept[0]?.word) || isCompany(text)
  const isLed = leadsToName.has(words[begin - 1]?.word.toLowerCase() ?? '')
  const count = kept.filter(({ word }) => !isParticle(word)).length
  return count >= 2 && count <= 6 && (isAll || (first >= 0 && (isKnown || isLed))) ? [{ start, end, isKnown }] : []
}

/** Whether all words from here on could be of a name or a company. */
function isWhole(words: readonly { readonly word: string }[], place: number): boolean {
  const rest = words.slice(place).map(({ word }) => word)
  return (
    isCompany(rest.join(' ')) ||
    ((place === 0 || leadsToName.has(words[place - 1]?.word.toLowerCase() ?? '')) &&
      rest.length > 1 &&
      rest.every((word) => isParticle(word) || (/^\p{Lu}/u.test(word) && !notNames.test(word))))
  )
}

/** Words that introduce the payee. */
const leadsToName = new Set('to a al à para pour for'.split(' '))

function isJoint(word: string): boolean {
  return word === '&'
}

/** A line that is nothing but a name: two to six capitalised words. */
export function looksLikeName(line: string): boolean {
  const words = line.trim().split(/\s+/)
  const isShort = words.length >= 2 && words.length <= 6
  return (
    isShort &&
    !isParticle(words[0] ?? '') &&
    words.every((word) => isParticle(word) || /^\p{Lu}[\p{L}'.’-]+$/u.test(word)) &&
    !words.some((word) => notNames.test(word))
  )
}

/** Words that begin messages, sentences and signatures. */
const notNames =
  /^(?:hola|ola|oi|buen|buenas?|buenos|bom|boa|dias?|tardes?|noches?|noites?|gracias|obrigad[oa]|saludos|abraços?|datos|dados|banco|bank|pagos?|pagar|pagamentos?|transferir|transferencia|transferência|cuenta|conta|favor|porfa|por|segue|seguem|adjunto|hello|hi|thanks|dear|estimad[oa]s?|prezad[oa]s?|regards|bonjour|merci|pix|urgente|favorecido|cordial|cordialmente|atentamente|atenciosamente|financiero|financeiro|administraci[oó]n|comprobante|comprovante|subject|please|kindly|svp|valor|total|monto|para|son|soy|sou|es|hoy|hoje|semana|viernes|factura|boleta|renta|mi|me|le|te|la|el|los|las|yo|eu|y|e|o|ou|no|na|en|em|con|com|que|puedes|puede|depositale|transferile|pasale|mandale|manda|pasame|via)$/iu

/** A name has fewer; what follows them is a sentence. */
const mostWords = 8

/** The words up to the first that cannot belong to a name written in capitals. */
function capitalised(words: string): string {
  const all = (words.match(/\S+\s*/g) ?? []).slice(0, mostWords)
  if (!/^\p{Lu}/u.test(words)) return all.slice(0, 4).join('').trimEnd()
  const stop = all.findIndex(
    (word, place) =>
      (!/^\p{Lu}/u.test(word) && !isParticle(word.trim())) ||
      (/^[ye]$/i.test(word.trim()) && isGivenName(all[place + 1]?.trim())),
  )
  const kept = stop < 0 ? [...all] : all.slice(0, stop)
  const sentence = kept.findIndex(
    (word) => /\p{Ll}{2}\.\s*$/u.test(word) && !endsInAbbreviation.test(` ${word.trim()}`),
  )
  if (sentence >= 0) kept.length = sentence + 1
  while (kept.length > 0 && isParticle(kept.at(-1)?.trim() ?? '')) kept.pop()
  const name = kept.join('').trimEnd()
  return endsInAbbreviation.test(name) ? name : withoutTail(name, /[.,-]/)
}

function isParticle(word: string): boolean {
  return /^(?:de|da|do|dos|das|del|la|las|los|y|e|di|van|von|san|du)$/iu.test(word)
}

/** The words of a name as they stay together: a particle with what follows it. */
export function wordsOfName(text: string): readonly string[] {
  const joined: string[] = []
  let waiting = ''
  for (const word of text.split(/ +/).filter((found) => found !== '')) {
    if (isParticle(word) && joined.length > 0) waiting += `${word} `
    else {
      joined.push(waiting + word)
      waiting = ''
    }
  }
  return joined
}

/** Spanish and Portuguese names end in one or two family names: of three words, the middle one decides. */
export function lastCount(words: readonly string[]): number {
  if (words.length >= 4) return 2
  return words.length === 3 && !isSecondName(words[1]) ? 2 : 1
}

/** "Ana María", "Marcela del Carmen": never a reason to be sure, only to part a name. */
function isSecondName(word = ''): boolean {
  return isGivenName(word.replace(/^(?:de|del|de la|de los|das?|dos?) /i, ''))
}
