import type { CountryMessage } from './country-message.ts'
import { isGivenName } from './given-names.ts'
import { isCompany, isFamilyName, isParticle } from './name-parts.ts'
import { foldedText, type Span } from './pasted-text.ts'
import { isPlainWord } from './plain-words.ts'

/** What ends in "S.A.S." or "Ltda.", with the capitalised words before it, whatever they are. */
export function companies({ message: { plain } }: CountryMessage): readonly WordRun[] {
  return [...plain.matchAll(legalForm)].slice(0, mostRuns).flatMap(({ 0: found, index }) => {
    const lineStart = plain.lastIndexOf('\n', index) + 1
    const before = plain.slice(Math.max(lineStart, index - mostLetters), index).split(' ')
    let words = 0
    while (words < mostWords + 1 && isOfCompany(before.at(-2 - words) ?? '')) words += 1
    while (words > 0 && !/^\p{Lu}/u.test(before.at(-1 - words) ?? '')) words -= 1
    const start = index - before.slice(-1 - words).join(' ').length
    return words === 0 ? [] : [{ start, end: index + found.length, features: ['suffix'] }]
  })
}

const mostLetters = 100

function isOfCompany(word: string): boolean {
  return /^(?:\p{Lu}[\p{L}'’.&-]{0,30},?|&|y|e|de|del|da|do|dos|la|el|los|las|\d{1,3})$/u.test(word)
}

const legalForm =
  /(?<=[ ])(?:S\.?[ ]?A\.?[ ]?S|S\.?[ ]?A\.?[ ](?:de|DE)[ ]C\.?[ ]?V|S\.?[ ]?(?:de|DE)[ ]R\.?[ ]?L\.?(?:[ ](?:de|DE)[ ]C\.?[ ]?V)?|S\.?[ ]?A\.?[ ]?C|S\.?A|SpA|SPA|S\.?R\.?L|L[Tt][Dd][Aa]|E\.?I\.?R\.?L|MEI|ME|EIRELI|Inc|LLC|L[Tt][Dd]|PLC|SARL|SASU|S\.?C|Limited|L[Ii][Mm][Ii][Tt][Aa][Dd][Aa]|Pty(?: Ltd)?|C[ií]a)(?![\p{L}])\.?(?:[ ](?:ME|-[ ]?(?:ME|EPP))(?![\p{L}]))?/gu

/** Words side by side that may be a name. */
export interface WordRun extends Span {
  readonly features: readonly string[]
}

/** A name has at most so many words, particles aside. */
const mostWords = 7
const mostRuns = 120

/** Runs of words side by side, cut at digits, marks, banks, labels and plain words. */
export function runsOfWords(reading: CountryMessage): readonly WordRun[] {
  const { plain } = reading.message
  const found: WordRun[] = []
  let run: Token[] = []
  const flush = () => {
    found.push(...namesIn(run, reading))
    run = []
  }
  let end = 0
  for (const { 0: text, index } of plain.matchAll(word)) {
    const gap = plain.slice(end, index)
    if (/\p{N}/u.test(text)) {
      flush()
      continue
    }
    const token = {
      text,
      start: index,
      end: index + text.length,
      isPlain: !goesOn(run.at(-1), text) && (isPlainWord(text) || isTaken(reading, text, index)),
    }
    const isCommaName = /^[ ]?,[ ]{1,2}$/.test(gap) && run.length > 0 && run.length < 4
    if (run.length > 0 && !/^[ ]{1,2}$/.test(gap)) {
      if (isCommaName) found.push(...turnedName(run, reading, index))
      flush()
    }
    run.push(token)
    end = token.end
    if (found.length > mostRuns) break
  }
  flush()
  return found.slice(0, mostRuns)
}

const word = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}&]|['’-](?=\p{L}))*(?:(?<=(?<!\p{L})\p{L}{1,2})\.)?/gu

/** Family names that are words as well go on a name: "Dias", "Campos", "Neto". */
function goesOn(before: Token | undefined, text: string): boolean {
  const isCapital = /^\p{Lu}/u.test(text) && before !== undefined && !before.isPlain && /^\p{Lu}/u.test(before.text)
  return isCapital && (isFamilyName(text) || /^(?:Neto|Filho|Sobrinho|J[uú]nior)$/.test(text))
}

interface Token extends Span {
  readonly text: string
  /** A word of the language, a label, a bank: no name by itself. */
  readonly isPlain: boolean
}

/** A label, a bank, or a small word that says whose something is. */
function isTaken({ banks, labels, cues }: CountryMessage, text: string, start: number): boolean {
  const isIn = (span: Span) => span.start <= start && start + text.length <= span.end
  if (banks.some(isIn) || labels.some(isIn)) return true
  return !/^\p{Lu}/u.test(text) && (['total', 'self', 'part'] as const).some((kind) => cues.get(kind)?.some(isIn))
}

/** "Torres Vega, César": the run before the comma and the one behind it, as one name. */
function turnedName(run: readonly Token[], reading: CountryMessage, at: number): readonly WordRun[] {
  const { plain } = reading.message
  const [first] = run
  const behind = /^\p{Lu}[\p{L}'’-]+(?:[ ](?:\p{Lu}[\p{L}'’-]+|de|del|la))*/u.exec(plain.slice(at, at + 60))?.[0]
  if (first === undefined || behind === undefined || run.some(({ isPlain, text }) => isPlain && !isParticle(text)))
    return []
  if (!run.every(({ text }) => /^\p{Lu}/u.test(text) || isParticle(text))) return []
  if (behind.split(' ').some((one) => isPlainWord(one) && !isParticle(one)) || isCompany(plain.slice(first.start, at)))
    return []
  if (reading.labels.some(({ start }) => start >= at && start < at + behind.length)) return []
  return [
    {
      start: first.start,
      end: at + behind.length,
      features: ['turned', ...(isGivenName(behind.split(' ')[0]) ? ['turnedGiven'] : [])],
    },
  ]
}

/** The names that a run of words holds: maximal stretches of capitalised words, or of words that are not of the language. */
function namesIn(run: readonly Token[], { layout }: CountryMessage): readonly WordRun[] {
  const found: WordRun[] = []
  let begin = 0
  while (begin < run.length) {
    const first = run[begin]
    if (first === undefined || first.isPlain || isParticle(first.text)) {
      begin += 1
      continue
    }
    const isCapital = /^\p{Lu}/u.test(first.text)
    let last = begin
    for (let place = begin + 1; place < Math.min(run.length, begin + mostWords + 3); place += 1) {
      const token = run[place]
      if (token === undefined) break
      if (joinsPeople(run, begin, place)) break
      if (isJoint(token.text)) continue
      const isAlike = isCapital === /^\p{Lu}/u.test(token.text) || /^\p{Lu}{2,}/u.test(token.text)
      if (token.isPlain || !isAlike) break
      last = place
    }
    const end = run[last]
    if (end !== undefined && (last > begin || isCapital)) {
      const before = run[begin - 1]
      found.push({
        start: first.start,
        end: end.end,
        features: [
          isCapital ? 'capital' : 'lower',
          ...(before === undefined ? ['beginsRun'] : [`after:${kindOfWord(before.text)}`]),
          ...(run[last + 1] === undefined ? ['endsRun'] : []),
          ...(layout.lines[0]?.end !== undefined && first.start < layout.lines[0].end ? ['firstLine'] : []),
        ],
      })
    }
    begin = last + 1
  }
  return found
}

/** What the word before a name says of it. */
function kindOfWord(text: string): string {
  const bare = foldedText(text).replace(/\W/g, '')
  if (
    /^(?:hola|oi|ola|hi|hello|dear|estimad[oa]s?|prezad[oa]s?|querid[oa]|che|buen[oa]s|dias|tardes|noches|dia|tarde|noite|bonjour|salut|cher|chere|gracias|obrigad[oa]|thanks|merci|hey)$/.test(
      bare,
    )
  )
    return 'greeting'
  if (
    /^(?:sr|sra|srta|senor|senora|don|dona|dr|dra|lic|ing|mr|mrs|ms|mme|mlle|seu|arq|cpa|prof|profe|tio|tia|lcda|lcdo|eng)$/.test(
      bare,
    )
  )
    return 'title'
  if (/^(?:para|a|al|to|for|pra|pro|pour|chez|de|del|da|do|du)$/.test(bare)) return 'to'
  if (/^(?:soy|sou|suis|am|im|llamo|habla|aqui)$/.test(bare)) return 'self'
  if (/^(?:saludos|atte|att|regards|abrazo|abs|bjs)$/.test(bare)) return 'closing'
  return 'word'
}

/** "Juan Pérez y María López" are two; "Ortega y Gasset" is one. */
function joinsPeople(run: readonly Token[], begin: number, place: number): boolean {
  if (!/^(?:y|e|et|and)$/u.test(run[place]?.text ?? '')) return false
  const behind = run.slice(place + 1, place + 3)
  return (
    place - begin > 1 && behind.length === 2 && behind.every(({ text, isPlain }) => /^\p{Lu}/u.test(text) && !isPlain)
  )
}

function isJoint(text: string): boolean {
  return /^(?:de|da|do|dos|das|del|la|las|los|y|e|di|van|von|du|&|vda\.?|viuda)$/u.test(text)
}
