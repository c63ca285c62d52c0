import type { Span } from './pasted-text.ts'

/** Numbers spelled out, in the four languages: what a program for dictation leaves behind. */
export interface SpokenNumber extends Span {
  /** The digits one after the other, as an account is read out: "cincuenta y cuatro cero" is 540. */
  readonly digits: string
  /** The whole number, as an amount is read out: "dos mil quinientos" is 2500; undefined where the words make none. */
  readonly amount: number | undefined
  readonly words: number
}

const small: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'cero zero',
    'uno un una um uma one une',
    'dos dois duas two deux',
    'tres three trois',
    'cuatro quatro four quatre',
    'cinco five cinq',
    'seis six meia',
    'siete sete seven sept',
    'ocho oito eight huit',
    'nueve nove nine neuf',
    'diez dez ten dix',
    'once onze eleven',
    'doce doze twelve douze',
    'trece treze thirteen treize',
    'catorce quatorze catorze fourteen',
    'quince quinze fifteen',
    'dieciseis dezesseis sixteen seize',
    'diecisiete dezessete seventeen',
    'dieciocho dezoito eighteen',
    'diecinueve dezenove nineteen',
  ].flatMap((words, value) => words.split(' ').map((word) => [word, value])),
)

const tens: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'veinte vinte twenty vingt',
    'treinta trinta thirty trente',
    'cuarenta quarenta forty quarante',
    'cincuenta cinquenta fifty cinquante',
    'sesenta sessenta sixty soixante',
    'setenta seventy septante',
    'ochenta oitenta eighty',
    'noventa noventa ninety nonante',
  ].flatMap((words, place) => words.split(' ').map((word) => [word, (place + 2) * 10])),
)

const twenties: Readonly<Record<string, number>> = Object.fromEntries(
  'veintiun veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve'
    .split(' ')
    .flatMap((word, place) =>
      place === 0 ? [[word, 21] as const, ['veintiuno', 21] as const] : [[word, 21 + place] as const],
    ),
)

const hundreds: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'cien ciento cem cento hundred cent',
    'doscientos doscientas duzentos duzentas',
    'trescientos trescientas trezentos trezentas',
    'cuatrocientos cuatrocientas quatrocentos quatrocentas',
    'quinientos quinientas quinhentos quinhentas',
    'seiscientos seiscientas seiscentos seiscentas',
    'setecientos setecientas setecentos setecentas',
    'ochocientos ochocientas oitocentos oitocentas',
    'novecientos novecientas novecentos novecentas',
  ].flatMap((words, place) => words.split(' ').map((word) => [word, (place + 1) * 100])),
)

const scales: Readonly<Record<string, number>> = {
  mil: 1000,
  thousand: 1000,
  mille: 1000,
  millon: 1_000_000,
  millones: 1_000_000,
  milhao: 1_000_000,
  milhoes: 1_000_000,
  million: 1_000_000,
  millions: 1_000_000,
}

const joints = new Set(['y', 'e', 'and', 'et'])
const repeats: Readonly<Record<string, number>> = { doble: 2, dobles: 2, double: 2, triple: 3, triplo: 3 }

/** Every stretch of two and more number words, and of single ones that count as an amount. */
export function spokenNumbers(folded: string): readonly SpokenNumber[] {
  const tokens = [...folded.matchAll(/\p{L}+|\d+|[^\s\p{L}\d]/gu)].map(({ 0: text, index }) => ({ text, index }))
  const texts = tokens.map(({ text }) => text)
  const found: SpokenNumber[] = []
  let place = 0
  while (place < tokens.length) {
    const last = endOfRun(texts, place)
    const [first, end] = [tokens[place], tokens[last]]
    if (first === undefined || end === undefined || last < place) {
      place += 1
      continue
    }
    const words = texts.slice(place, last + 1)
    if (words.some((word) => !/^\d/.test(word)))
      found.push({
        start: first.index,
        end: end.index + end.text.length,
        digits: digitsOf(words),
        amount: amountOf(words),
        words: words.filter((word) => !joints.has(word)).length,
      })
    place = last + 1
  }
  return found
}

/** The place of the last number word of the run that begins here; one before where none does. */
function endOfRun(words: readonly string[], from: number): number {
  let last = from - 1
  for (let place = from; place < words.length; place += 1) {
    const word = words[place] ?? ''
    if (numberOf(word) !== undefined || Object.hasOwn(repeats, word) || (place > from && /^\d{1,4}$/.test(word)))
      last = place
    else if (!(joints.has(word) || word === ',') || place !== last + 1 || last < from) break
  }
  return last
}

function numberOf(word: string): number | undefined {
  return small[word] ?? tens[word] ?? twenties[word] ?? hundreds[word] ?? scales[word]
}

/** Groups as they are read out, one after the other; "cuarenta y siete" is one group. */
function digitsOf(words: readonly string[]): string {
  let digits = ''
  let times = 1
  let group: number | undefined
  let room = 0
  const flush = () => {
    if (group !== undefined) digits += String(group).repeat(times)
    if (group !== undefined) times = 1
    group = undefined
    room = 0
  }
  for (const word of words) {
    const value = numberOf(word)
    if (joints.has(word) || word === ',') continue
    if (Object.hasOwn(repeats, word)) {
      flush()
      times = repeats[word] ?? 1
    } else if (value === undefined) {
      flush()
      digits += word
    } else if (Object.hasOwn(scales, word)) {
      if (group === undefined || group >= value) flush()
      group = (group ?? 1) * value
      room = value
    } else if (group !== undefined && value < room && value > 0 && (room > 10 || value < 10)) {
      group += value
      room = roomAfter(value)
    } else {
      flush()
      group = value
      room = roomAfter(value)
    }
  }
  flush()
  return digits
}

/** What may still be added to a group: units to tens, tens to hundreds. */
function roomAfter(value: number): number {
  if (value >= 100) return 100
  return value >= 20 && value % 10 === 0 ? 10 : 0
}

/** The number in words as grammar has it, else undefined: "uno dos tres" is none. */
function amountOf(words: readonly string[]): number | undefined {
  let [total, group, room] = [0, 0, Number.POSITIVE_INFINITY]
  for (const word of words) {
    if (joints.has(word)) continue
    const value = /^\d{1,4}$/.test(word) ? Number(word) : numberOf(word)
    if (value === undefined) return undefined
    if (Object.hasOwn(scales, word)) {
      // "Mil veinte millones" are 1,020 millions.
      const sum = value > 1000 && total < value ? total + group : group
      total = (sum === 0 ? 1 : sum) * value + (sum === group ? total : 0)
      ;[group, room] = [0, value]
    } else if (word === 'hundred' || word === 'cent') {
      group = (group === 0 ? 1 : group) * 100
      room = 100
    } else {
      if (value >= room && group !== 0) return undefined
      group += value
      room = value >= 100 ? 100 : value >= 20 ? 10 : 1
    }
  }
  return total + group
}
