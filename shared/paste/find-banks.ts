import type { Bank } from '#shared/banks/bank.ts'
import { type BankNames, withBankNames } from '#shared/banks/bank-names.ts'
import { searchBanks } from '#shared/banks/bank-search.ts'
import { brazilianNationalBanks } from '#shared/banks/brazil-national.ts'
import { bankRulesOf, isBankCode } from '#shared/rule-book/bank-code.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { findMeaning, type Label } from './find-labels.ts'
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
): readonly FoundBank[] {
  const rules = bankRulesOf(country)
  const [first] = rules
  if (first === undefined) return []
  const common = [...new Set(rules.flatMap(({ banks }) => banks))]
  const lists =
    first.nationalCodes === undefined
      ? [withBankNames(country.code, common, names)]
      : [common, withBankNames(country.code, brazilianNationalBanks, names, true)]
  const anchors = anchorsOf(country, lists.flat(), names)
  const asBank = labels.filter((label) => findMeaning(label, country).is === 'bank')
  const words = wordsOf(message)
  const others = labels.filter((label) => !['bank', 'account'].includes(findMeaning(label, country).is))
  const isOtherLabel = (word: Word) => others.some(({ start, end }) => start <= word.start && word.end <= end)
  const found: FoundBank[] = []
  const searches: Searches = { lists, known: new Map(), left: mostSearches }
  for (const [place, word] of words.entries()) {
    if (word.start < (found.at(-1)?.end ?? 0)) continue
    const label = asBank.find(({ value }) => value.start <= word.start && word.end <= value.end)
    const isNamed =
      (label !== undefined && wordsBetween(words, label.value.start, place) < 3) ||
      isOfAccount(message, labels, country, word)
    if (particles.has(word.text) || isOtherLabel(word)) continue
    const code = label?.value.start === word.start ? bankOfCode(word.text, lists, first) : undefined
    const short = informalBanks[country.code]?.[word.text]
    const known = found.length
    if (code !== undefined) found.push({ ...word, banks: [code], isSure: true })
    else if (anchors.has(word.text) && (isNamed || !ordinary.has(word.text)))
      found.push(...bankAround(message, words, place, searches, isNamed))
    if (found.length === known && short !== undefined)
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

const particles = new Set('banco bank bco de del do da dos das la el los y e em com para por sa'.split(' '))

/** Words that are also names of places and people, or plain words: a bank only where a label says so. */
const ordinary = new Set(
  'pago mercado cia central nacional general popular capital union credito credit ahorro cooperativa coop caja financiera pagos pagamentos casa bolsa nuevo simple value base transfer fondo libertad reforma cuenca original inter neon next internacional industrial comercial comercio desarrollo occidente donde bold vector stone will america china chile mexico peru colombia brasil brazil ecuador argentina bogota guayaquil machala loja amazonas manabi pacifico austro litoral solidario juventud pueblos gestion contacto nacion paris social conta simples digital instituicao pagamento pagamentos sociedade direto economica federal estado norte sul nordeste amazonia espirito santo rio grande minas sao paulo cambio titulos valores financeira investimento consumer negocios tokyo city agrario enlace operativo fundo real azul ouro safra alfa max pan pine rural topazio ourinvest inmobiliario colon popular mexicana del bienestar'.split(
    ' ',
  ),
)

const anchorsKnown = new WeakMap<BankNames, WeakMap<Country, ReadonlySet<string>>>()

function anchorsOf(country: Country, banks: readonly Bank[], names: BankNames): ReadonlySet<string> {
  const known = anchorsKnown.get(names) ?? new WeakMap<Country, ReadonlySet<string>>()
  anchorsKnown.set(names, known)
  const made =
    known.get(country) ??
    new Set(
      namesOf(banks)
        .flatMap((name) => foldedText(name).split(/[^a-z0-9+]+/))
        .filter((word) => word.length > 1),
    )
  known.set(country, made)
  return made
}

function namesOf(banks: readonly Bank[]): readonly string[] {
  return banks.flatMap(({ name = '', otherNames }) => [name, ...otherNames])
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

/** Each question is asked once, and a text made of bank names alone is not searched to its end. */
interface Searches {
  readonly lists: readonly (readonly Bank[])[]
  readonly known: Map<string, readonly Bank[]>
  left: number
}

const mostSearches = 200

function searched(searches: Searches, query: string, isNamed: boolean): readonly Bank[] {
  const key = `${isNamed} ${query}`
  const known = searches.known.get(key)
  if (known !== undefined) return known
  if (searches.left === 0) return []
  searches.left -= 1
  const found = banksNamed(searches.lists, query, isNamed)
  searches.known.set(key, found)
  return found
}

/** A name that fits many banks says nothing. */
const mostBanks = 3

function banksNamed(lists: readonly (readonly Bank[])[], query: string, isNamed: boolean): readonly Bank[] {
  const short = query.replace(/^(?:banco|bco) (?=.)/, '')
  for (const [place, list] of lists.entries()) {
    const found = [...new Set([...searchBanks(list, short), ...searchBanks(list, query)])]
    const exact = found.filter((bank) => spellingsOf(bank).includes(bare(query)))
    if (exact.length > 0) return exact
    const isClear = isNamed ? found.length <= mostBanks : found.length === 1 && place === 0
    if (found.length > 0 && isClear && short.length > 2) return found
  }
  return []
}

function isNameOf([bank]: readonly Bank[], query: string): boolean {
  return bank !== undefined && spellingsOf(bank).some((name) => name === bare(query) || name.startsWith(bare(query)))
}

function spellingsOf(bank: Bank): readonly string[] {
  return namesOf([bank]).flatMap((name) => [bare(name), bare(name.replace(/\([^()]*\)/, ''))])
}

/** Without the words that every name of a country shares. */
function bare(name: string): string {
  return foldedText(name)
    .replace(/^(?:banco|bco)\b(?: (?:de la|del|de|do|da))?/, '')
    .replace(/\b(?:s\.a\.u|s\.a|sa|mexico|peru|chile|colombia|brasil)\b\.?/g, '')
    .replace(/[^a-z0-9]/g, '')
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
