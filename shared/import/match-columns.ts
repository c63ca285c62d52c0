import { folded } from '#shared/banks/folded.ts'
import { decimalsOf } from '#shared/countries/rule-book.ts'
import type { Cell, TableRow } from '#shared/files/table.ts'
import { currencySigns } from '#shared/payout/amount.ts'
import { tellingText } from './cell-text.ts'
import { type ColumnContent, columnContent, meaningByContent } from './column-content.ts'
import { type ColumnMeaning, ignored } from './column-meaning.ts'
import { countryOf } from './file-country.ts'
import { findHeadRow } from './head-row.ts'
import { headingKey, joinedKey } from './heading-key.ts'
import type { HeadingKind } from './heading-words.ts'
import { type HeadingMatch, headingMatch } from './headings.ts'
import type { ColumnMatch, Matching } from './matching.ts'
import type { SheetField } from './sheet-field.ts'
import { nameOrderOf } from './split-name.ts'

export interface MatchOptions {
  /** The row of headings as a person says it: null for none. */
  readonly headRow?: number | null | undefined
  /** What a person made of the columns of this layout before. */
  readonly remembered?: (layout: string) => readonly ColumnMeaning[] | undefined
}

/** Matches each column of a file with a field of the payout, from its first rows: some hundred are enough. */
export function matchColumns(rows: readonly TableRow[], options: MatchOptions = {}): Matching {
  const headRow = options.headRow === undefined ? findHeadRow(rows) : (options.headRow ?? undefined)
  const head = headRow === undefined ? [] : (rows[headRow] ?? [])
  const firstRow = headRow === undefined ? firstFilled(rows) : headRow + 1
  const data = rows.slice(firstRow).filter((row) => row.length > 0)
  const width = Math.max(head.length, ...data.map((row) => row.length))
  const headings = Array.from({ length: width }, (_, index) => tellingText(head[index]))
  const contents = headings.map((_, index) => columnContent(data.map((row): Cell | undefined => row[index])))
  const layout = layoutOf(headRow === undefined ? ['', String(width)] : headings)
  const columns = remembered(headings, options.remembered?.(layout)) ?? matched(headings, contents, data)
  return { headRow, firstRow, columns, layout, country: countryOf(columns, contents) }
}

/** Names the layout of a file, by its headings and their order: for files of one layout a corrected matching is remembered. */
function layoutOf(headings: readonly string[]): string {
  return hashOf(headings.map(joinedKey).join('|'))
}

/** FNV-1a over 64 bits, in hexadecimal: names a layout, protects nothing. */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (let place = 0; place < text.length; place += 1)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(place))) * 0x100000001b3n)
  return hash.toString(16).padStart(16, '0')
}

function firstFilled(rows: readonly TableRow[]): number {
  return Math.max(
    0,
    rows.findIndex((row) => row.length > 0),
  )
}

function remembered(
  headings: readonly string[],
  meanings: readonly ColumnMeaning[] | undefined,
): readonly ColumnMatch[] | undefined {
  if (meanings === undefined || meanings.length !== headings.length) return undefined
  return headings.map((heading, index) => ({
    index,
    heading,
    meaning: meanings[index] ?? ignored,
    by: 'remembered',
    sureness: 'sure',
  }))
}

function matched(
  headings: readonly string[],
  contents: readonly ColumnContent[],
  data: readonly TableRow[],
): readonly ColumnMatch[] {
  const found = headings.map((heading) => (heading === '' ? undefined : headingMatch(heading)))
  const kinds = found.map((match) => match?.kind)
  const columns = headings.map((heading, index): ColumnMatch => {
    const content = contents[index] ?? columnContent([])
    const match = found[index]
    const values = data.map((row) => tellingText(row[index]))
    return {
      index,
      heading,
      ...(match === undefined ? byContent(content, values) : byHeading(match, kinds, content, values, heading)),
    }
  })
  return withoutTwins(withBareNumbers(columns, contents), contents)
}

/** "Tipo" and then "Número", under one title: the bare number belongs to the type before it, where no other column has that number. */
function withBareNumbers(columns: readonly ColumnMatch[], contents: readonly ColumnContent[]): readonly ColumnMatch[] {
  const fieldsFound = columns.map(({ meaning }) => (meaning.as === 'field' ? meaning.field : undefined))
  return columns.map((column, index) => {
    const before = fieldsFound[index - 1]
    const field = before === undefined ? undefined : numberOfType[before]
    const isBare = column.meaning.as === 'ignore' && headingKey(column.heading) === 'numero'
    if (field === undefined || !isBare || fieldsFound.includes(field)) return column
    const isNumber = (contents[index]?.share('digits') ?? 0) >= mostValues
    return isNumber ? { ...column, meaning: { as: 'field', field }, by: 'content', sureness: 'likely' } : column
  })
}

const numberOfType: Readonly<Partial<Record<SheetField, 'documentNumber' | 'accountNumber'>>> = {
  documentType: 'documentNumber',
  payoutAccountTypeCode: 'accountNumber',
}

type MeaningMatch = Pick<ColumnMatch, 'meaning' | 'by' | 'sureness'>

function byContent(content: ColumnContent, values: readonly string[]): MeaningMatch {
  const meaning = meaningByContent(content)
  if (meaning === undefined) return { meaning: ignored, by: 'none', sureness: content.filled === 0 ? 'sure' : 'guess' }
  const isProven = content.numbers.length > 0 || (meaning.as === 'field' && meaning.field === 'email')
  return { meaning: inOrder(meaning, values), by: 'content', sureness: isProven ? 'likely' : 'guess' }
}

function byHeading(
  match: HeadingMatch,
  kinds: readonly (HeadingKind | undefined)[],
  content: ColumnContent,
  values: readonly string[],
  heading: string,
): MeaningMatch {
  const meaning = inOrder(meaningOf(match, kinds), values)
  const better = refined(meaning, content, heading, match.isWhole)
  const sureness = match.isWhole ? 'sure' : 'likely'
  return {
    meaning: better,
    by: better === meaning || better.as === meaning.as ? match.by : 'content',
    sureness: better === meaning ? sureness : 'likely',
  }
}

/**
 * What a heading means beside the values below it: above CC and NIT, "Documento" is the type; above Ahorros, so is "Cuenta"; "Cuenta" with the names
 * of banks is both. "Monto (USD)" says the currency, too.
 */
function refined(meaning: ColumnMeaning, content: ColumnContent, heading: string, isSure: boolean): ColumnMeaning {
  const { filled, share } = content
  if (filled === 0) return withCurrency(meaning, heading)
  const isTyped = share('digits') < 0.2
  // What the heading says is asked first, as looking through the words of a column takes a hundred times as long.
  if (isTyped && isOneOf(meaning, ['accountNumber', undefined]) && share('account-type') >= mostValues)
    return { as: 'field', field: 'payoutAccountTypeCode' }
  if (isTyped && !isSure && isOneOf(meaning, mayBeType) && share('beneficiary-type') >= mostValues)
    return { as: 'field', field: 'beneficiaryType' }
  if (isTyped && isOneOf(meaning, ['documentNumber', undefined]) && share('document-type') >= mostValues)
    return { as: 'field', field: 'documentType' }
  if (isOneOf(meaning, ['accountNumber', 'bankName']) && share('letters-and-number') >= mostValues)
    return { as: 'bank-and-account' }
  return withCurrency(meaning, heading)
}

const mostValues = 0.7

/** "Tipo de entidad", "Clase de proveedor": a heading of which only some words are known, above words for people and companies. */
const mayBeType = ['documentType', 'payoutAccountTypeCode', 'bankName', 'beneficiaryType', 'method', undefined] as const

function isOneOf(meaning: ColumnMeaning, fields: readonly (string | undefined)[]): boolean {
  return fields.includes(meaning.as === 'field' ? meaning.field : meaning.as === 'ignore' ? undefined : '')
}

function withCurrency(meaning: ColumnMeaning, heading: string): ColumnMeaning {
  if (meaning.as !== 'field' || meaning.field !== 'amount') return meaning
  const currency = currencyIn(heading)
  return currency === undefined ? meaning : { ...meaning, implied: { currency } }
}

/** The currency that a heading names by its code or its sign. A bare $ is any dollar or peso. */
function currencyIn(heading: string): string | undefined {
  const words = heading.split(/[\s()[\]:,-]+/u)
  const signed = words.map((word) => currencySigns[word.toUpperCase()]).find((code) => code !== undefined)
  const coded = words.find((word) => /^[A-Z]{3}$/.test(word) && decimalsOf(word) !== undefined)
  return signed ?? coded ?? (/\b(?:dolares|dollars|dolar|dollar)\b/.test(folded(heading)) ? 'USD' : undefined)
}

function meaningOf({ kind, implied }: HeadingMatch, kinds: readonly (HeadingKind | undefined)[]): ColumnMeaning {
  switch (kind) {
    case 'ignore':
      return ignored
    case 'bank-and-account':
    case 'agency-and-account':
      return { as: kind }
    case 'full-name':
      return { as: 'full-name', order: 'first-last' }
    case 'last-then-first':
      return { as: 'full-name', order: 'last-first' }
    case 'some-name':
      return someName(kinds)
    default:
      return { as: 'field', field: kind, ...(implied && { implied }) }
  }
}

/** "Nombre" is the first name beside "Apellidos", "Nom" the last beside "Prénom"; alone, either is the whole name. */
function someName(kinds: readonly (HeadingKind | undefined)[]): ColumnMeaning {
  const [hasFirst, hasLast] = [kinds.includes('beneficiaryFirstName'), kinds.includes('beneficiaryLastName')]
  if (hasFirst && hasLast) return ignored
  if (hasFirst) return { as: 'field', field: 'beneficiaryLastName' }
  return hasLast ? { as: 'field', field: 'beneficiaryFirstName' } : { as: 'full-name', order: 'first-last' }
}

/** The order of whole names follows from the names where the heading does not say it. */
function inOrder(meaning: ColumnMeaning, values: readonly string[]): ColumnMeaning {
  if (meaning.as !== 'full-name' || meaning.order === 'last-first') return meaning
  return { as: 'full-name', order: nameOrderOf(values) }
}

/** Fields of which a file may have several columns, each for some of its rows: a CLABE for some, a CCI for others. */
const mayRepeat: readonly string[] = ['accountNumber', 'documentNumber']

/** Of two columns for one field the surer stays, else the fuller, else the first: the other is left to the person. */
function withoutTwins(columns: readonly ColumnMatch[], contents: readonly ColumnContent[]): readonly ColumnMatch[] {
  const weightOf = ({ index, sureness }: ColumnMatch) =>
    ['guess', 'likely', 'sure'].indexOf(sureness) * 1_000 + (contents[index]?.filled ?? 0)
  return columns.map((column) => {
    const key = keyOf(column.meaning)
    if (key === undefined) return column
    const isBeaten = columns.some(
      (other) =>
        other.index !== column.index &&
        keyOf(other.meaning) === key &&
        (weightOf(other) > weightOf(column) || (weightOf(other) === weightOf(column) && other.index < column.index)),
    )
    return isBeaten ? { ...column, meaning: ignored, sureness: 'guess' } : column
  })
}

function keyOf(meaning: ColumnMeaning): string | undefined {
  if (meaning.as === 'ignore') return undefined
  if (meaning.as !== 'field') return meaning.as
  return mayRepeat.includes(meaning.field) ? undefined : meaning.field
}
