import type { Bank } from '#shared/banks/bank.ts'
import { type BankNames, withBankNames } from '#shared/banks/bank-names.ts'
import { brazilianNationalBanks } from '#shared/banks/brazil-national.ts'
import { bankRulesOf, isBankCode } from '#shared/rule-book/bank-code.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { findMeaning, type Label } from './find-labels.ts'
import type { Layout } from './layout.ts'
import { isNameOf, mostSearches, namesOf, particles, type Searches, searched } from './named-banks.ts'
import { foldedText, type PastedText, type Span } from './pasted-text.ts'

/** A bank that the message names; several where the words fit several. */
export interface FoundBank extends Span {
  readonly banks: readonly Bank[]
  /** The whole name, where a label or nothing else beside it says that it is a bank. */
  readonly isSure: boolean
}

/** The banks of a country that a message names, also by a former name or the merchant's own. */
export function findBanks(
  message: PastedText,
  labels: readonly Label[],
  country: Country,
  names: BankNames,
  layout: Layout,
): readonly FoundBank[] {
  const rules = bankRulesOf(country)
  const [first] = rules
  if (first === undefined) return []
  const { lists, anchors } = banksKnown(country, names)
  const asBank = labels.filter((label) => findMeaning(label, country).is === 'bank')
  const words = wordsOf(message)
  const others = labels.filter((label) => !['bank', 'account'].includes(findMeaning(label, country).is))
  const isOtherLabel = (word: Word) => others.some(({ start, end }) => start <= word.start && word.end <= end)
  const found: FoundBank[] = []
  const searches: Searches = { lists, known: new Map(), left: mostSearches }
  for (const [place, word] of words.entries()) {
    if (word.start < (found.at(-1)?.end ?? 0)) continue
    if (particles.has(word.text) || isOtherLabel(word)) continue
    const label = asBank.find(({ value }) => value.start <= word.start && word.end <= value.end)
    const code = label?.value.start === word.start ? bankOfCode(word.text, lists, first) : undefined
    const short = informalBanks[country.code]?.[word.text]
    const before = found.length
    if (code !== undefined) found.push({ ...word, banks: [code], isSure: true })
    else if (anchors.has(word.text)) {
      const isNamed =
        (label !== undefined && wordsBetween(words, label.value.start, place) < 3) ||
        isOfAccount(message, labels, country, word) ||
        isWholeCell(message, layout, word)
      if (isNamed || !ordinary.has(word.text)) found.push(...bankAround(message, words, place, searches, isNamed))
    }
    if (found.length === before && short !== undefined)
      found.push({ ...word, banks: lists.flat().filter((bank) => bank.code === short), isSure: false })
  }
  return found
}

/** "La cuenta del Guayaquil", "Pacífico cta ahorros": between an account and a comma a plain word is a bank's name. */
function isOfAccount(
  { folded }: PastedText,
  labels: readonly Label[],
  country: Country,
  { start, end }: Word,
): boolean {
  const isLabel = labels.some((label) => label.start <= start && end <= label.end)
  if (isLabel) return false
  if (ofAccount.test(folded.slice(Math.max(0, start - 30), start))) return true
  const next = labels.find((label) => label.start > start)
  if (next === undefined || !['account', 'agency', 'agency-and-account'].includes(findMeaning(next, country).is))
    return false
  return /^[ ]{1,2}$/.test(folded.slice(end, next.start)) && apart.test(folded.slice(Math.max(0, start - 12), start))
}

/** In a row of a table a plain word that is all of its cell is a bank's name. */
function isWholeCell({ folded }: PastedText, { cellAt, rows }: Layout, { start, end }: Word): boolean {
  const own = cellAt(start)
  if (own === undefined || (rows[own.line]?.length ?? 0) < 3) return false
  return !/[a-z0-9]/.test(folded.slice(own.start, start)) && folded.slice(end, own.end).trim().length < 25
}

const ofAccount =
  /(?:\b(?:cuenta|cuentas|cta|tarjeta|ahorros?|corriente|vista|conta|poupanca|app|a la|en el|no|pelo)\b)[ ]{1,2}(?:(?:del|de la|de|do|da|no|na)[ ]{1,2})$|\b(?:en el|a la del?|por el|pelo)[ ]{1,2}$/

/** Where a stretch begins, or the other choice of two. */
const apart = /(?:^|[\n,;:.|/(])[ ]{0,3}$|\b(?:y|o|u|e|ou|or|and)[ ]{1,2}$/

/** What people call banks, where the lists have other names. */
const informalBanks: Partial<Readonly<Record<Country['code'], Readonly<Record<string, string>>>>> = {
  BR: { caixa: '104', roxinho: '260', itau: '341' },
  CL: { bancoestado: '012', edwards: '001', scotia: '014' },
  CO: { colpatria: '0019', agrario: '0040', villas: '0052' },
  EC: { produ: '0011', bolivariano: '0002' },
  MX: { bancomer: '40012', coppel: '40137', bajio: '40030', scotia: '40044', bienestar: '37166', hey: '40058' },
  PE: { scotia: '0004', ibk: '0001', continental: '0002' },
}

function wordsBetween(words: readonly Word[], from: number, place: number): number {
  let between = 0
  while (between < 4 && (words[place - between - 1]?.start ?? -1) >= from) between += 1
  return between
}

/** Words that are also names of places and people, or plain words: a bank only where a label says so. */
const ordinary = new Set(
  'pago mercado cia central nacional general popular capital union credito credit ahorro cooperativa coop caja financiera pagos pagamentos casa bolsa nuevo simple value base transfer fondo libertad reforma cuenca original inter neon next internacional industrial comercial comercio desarrollo occidente donde bold vector stone will america china chile mexico peru colombia brasil brazil ecuador argentina bogota guayaquil machala loja amazonas manabi pacifico austro litoral solidario juventud pueblos gestion contacto nacion paris social conta simples digital instituicao pagamento pagamentos sociedade direto economica federal estado norte sul nordeste amazonia espirito santo rio grande minas sao paulo cambio titulos valores financeira investimento consumer negocios tokyo city agrario enlace operativo fundo real azul ouro safra alfa max pan pine rural topazio ourinvest inmobiliario colon popular mexicana del bienestar'.split(
    ' ',
  ),
)

interface KnownBanks {
  /** The common ones first. */
  readonly lists: readonly (readonly Bank[])[]
  /** Every word of a name. */
  readonly anchors: ReadonlySet<string>
}

const known = new WeakMap<BankNames, WeakMap<Country, KnownBanks>>()

function banksKnown(country: Country, names: BankNames): KnownBanks {
  const ofNames = known.get(names) ?? new WeakMap<Country, KnownBanks>()
  known.set(names, ofNames)
  const made = ofNames.get(country) ?? knownBanks(country, names)
  ofNames.set(country, made)
  return made
}

function knownBanks(country: Country, names: BankNames): KnownBanks {
  const rules = bankRulesOf(country)
  const common = [...new Set(rules.flatMap(({ banks }) => banks))]
  const lists = rules.some(({ nationalCodes }) => nationalCodes !== undefined)
    ? [common, withBankNames(country.code, brazilianNationalBanks, names, true)]
    : [withBankNames(country.code, common, names)]
  const words = namesOf(lists.flat()).flatMap((name) => foldedText(name).split(/[^a-z0-9+]+/))
  return { lists, anchors: new Set(words.filter((word) => word.length > 1)) }
}

interface Word extends Span {
  readonly text: string
}

function wordsOf({ folded }: PastedText): readonly Word[] {
  return [...folded.matchAll(/[\p{L}\p{N}+]+/gu)].map(({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
  }))
}

/** Only where national codes exist: other codes are the provider's own, and do not occur in messages. */
function bankOfCode(
  text: string,
  lists: readonly (readonly Bank[])[],
  rule: Parameters<typeof isBankCode>[1],
): Bank | undefined {
  if (rule.nationalCodes === undefined || !isBankCode(text, rule)) return undefined
  return lists.flat().find(({ code }) => code === text)
}

/** The longest stretch around a word of a bank's name that the bank search knows. */
function bankAround(
  message: PastedText,
  words: readonly Word[],
  place: number,
  searches: Searches,
  isLabelled: boolean,
): readonly FoundBank[] {
  for (let length = 5; length > 0; length -= 1)
    for (let before = Math.min(2, length - 1, place); before >= 0; before -= 1) {
      const [first, last] = [words[place - before], words[place - before + length - 1]]
      if (first === undefined || last === undefined) continue
      const query = message.folded.slice(first.start, last.end)
      if (
        /[\n,;|:()]/.test(query) ||
        (length > 1 && /(?:^|[ -])\d+$|^\d+ /.test(query)) ||
        (length > 1 && /\d{4}|(?:^| )(?:[a-z]|no|ag|cc)(?: |$)/.test(query))
      )
        continue
      const banks = searched(searches, query, isLabelled || /^(?:banco|bco) /.test(query))
      if (banks.length === 0) continue
      const span = { start: first.start, end: last.end }
      const isWhole = banks.length === 1 && isNameOf(banks, query)
      return [
        { ...span, banks, isSure: isWhole && (isLabelled || /^banco |^bco /.test(query) || isAlone(message, span)) },
      ]
    }
  return []
}

/** Only numbers are beside it between commas, labels and line ends. */
function isAlone({ folded }: PastedText, { start, end }: Span): boolean {
  const [before = ''] = folded
    .slice(Math.max(0, start - 40), start)
    .split(/[\n,;|:()]/)
    .slice(-1)
  const [after = ''] = folded.slice(end, end + 40).split(/[\n,;|:()]/)
  const [ownWords = ''] = after.split(/\b(?:ahorros?|corriente|cta|cuenta|clabe|cci|ag|conta)\b/)
  return !/\p{L}/u.test(before + ownWords)
}
