import { type CountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { readInSteps } from '#shared/files/read-file.ts'
import type { FileRefusal } from '#shared/files/refusal.ts'
import { tellingText } from '#shared/import/cell-text.ts'
import { planOf } from '#shared/import/import-plan.ts'
import { countryCalled, plainWord } from '#shared/import/known-words.ts'
import { matchColumns } from '#shared/import/match-columns.ts'
import type { ColumnMatch } from '#shared/import/matching.ts'
import { codeOfWord } from '#shared/import/resolve-words.ts'
import { rowTexts } from '#shared/import/row-texts.ts'
import { isLanguage, type Language } from '#shared/language/languages.ts'

/** Someone who is to be asked. */
export interface PayeeToAsk {
  readonly name: string
  readonly country: CountryCode | undefined
  /** How they are to be paid. */
  readonly method: string | undefined
  /** Undefined where the sheet names none. */
  readonly language: Language | undefined
  readonly email: string
  readonly phone: string
}

export interface NamesReading {
  readonly payees: readonly PayeeToAsk[]
  /** Rows that no link is made of, by their number in the file, each with the text that is not known. */
  readonly left: readonly {
    readonly row: number
    readonly why: 'name' | 'country' | 'method' | 'language'
    readonly text: string
  }[]
}

/** Reads a file or pasted cells by the reader of imports: names, and where there are any, countries, methods, languages, mail addresses and telephones. */
export async function readNames(source: Uint8Array | string): Promise<NamesReading | FileRefusal> {
  const steps = readInSteps(source)
  let step = await steps.next()
  while (step.done !== true) step = await steps.next()
  const reading = step.value
  if ('refusal' in reading) return reading
  const { rows } = reading.table
  const { columns, firstRow } = matchColumns(rows.slice(0, 500))
  const languageColumn = columns.find(({ heading }) => languageHeadings.has(plainWord(heading)))?.index
  const plan = planOf({ columns: withName(columns.filter(({ index }) => index !== languageColumn)) })
  const [payees, left]: [PayeeToAsk[], NamesReading['left'][number][]] = [[], []]
  for (const [place, cells] of rows.entries()) {
    if (place < firstRow || cells.length === 0) continue
    const { texts } = rowTexts(cells, plan)
    const {
      beneficiaryFirstName = '',
      beneficiaryLastName = '',
      country = '',
      method: way = '',
      email = '',
      phone = '',
    } = texts
    const name = `${beneficiaryFirstName} ${beneficiaryLastName}`.trim().slice(0, 200)
    const languageText = languageColumn === undefined ? '' : tellingText(cells[languageColumn])
    const [code, language] = [countryCalled(country), languageCalled(languageText)]
    const method = code && methodCalled(way, code)
    const row = place + 1
    if (name === '') left.push({ row, why: 'name', text: '' })
    else if (country !== '' && code === undefined) left.push({ row, why: 'country', text: country })
    else if (way !== '' && method === undefined) left.push({ row, why: 'method', text: way })
    else if (languageText !== '' && language === undefined) left.push({ row, why: 'language', text: languageText })
    else payees.push({ name, country: code, method, language, email, phone })
  }
  return { payees, left }
}

/** Where there is one way only, each word for it will do. */
function methodCalled(text: string, country: CountryCode): string | undefined {
  const { [country]: rules } = ruleBook
  if (text === '' || rules.methods.length > 1)
    return rules.methods.find(({ id }) => id === text)?.id ?? codeOfWord('method', text, rules)
  return rules.methods[0].id
}

/** A list of names has no heading, or one that no payout has: then the first column that means nothing else has them. */
function withName(columns: readonly ColumnMatch[]): readonly ColumnMatch[] {
  const isName = ({ meaning }: ColumnMatch) =>
    meaning.as === 'full-name' ||
    (meaning.as === 'field' && meaning.field.endsWith('Name') && meaning.field !== 'bankName')
  if (columns.some(isName)) return columns
  const first = columns.find(({ meaning }) => meaning.as === 'ignore')
  return columns.map((column) =>
    column === first ? { ...column, meaning: { as: 'full-name', order: 'first-last' } } : column,
  )
}

const languageHeadings = new Set(['language', 'languages', 'idioma', 'lengua', 'lingua', 'langue'])

const languageWords: Readonly<Record<Language, string>> = {
  en: 'en eng english ingles anglais',
  es: 'es spa spanish espanol castellano espanhol espagnol',
  'pt-BR': 'pt por ptbr portuguese portugues portuguesbrasil portugais',
  fr: 'fr fra french frances francais',
}

const languageOf = new Map(
  Object.entries(languageWords).flatMap(([code, words]) => words.split(' ').map((word) => [word, code])),
)

function languageCalled(text: string): Language | undefined {
  const code = languageOf.get(plainWord(text)) ?? null
  return isLanguage(code) ? code : undefined
}
