import { folded } from '#shared/banks/folded.ts'
import { decimalsOf } from '#shared/countries/rule-book.ts'
import { currencySigns } from '#shared/payout/amount.ts'
import type { ColumnContent } from './column-content.ts'
import type { ColumnMeaning } from './column-meaning.ts'

/**
 * What a heading means beside the values below it: above CC and NIT, "Documento" is the type; above Ahorros, so is "Cuenta"; "Cuenta" with the names
 * of banks is both. "Monto (USD)" says the currency, too.
 */
export function refined(meaning: ColumnMeaning, content: ColumnContent, heading: string): ColumnMeaning {
  const { filled, share } = content
  if (filled === 0) return withCurrency(meaning, heading)
  const isTyped = share('digits') < 0.2
  // What the heading says is asked first, as looking through the words of a column takes a hundred times as long.
  if (isTyped && isOneOf(meaning, ['accountNumber', undefined]) && share('account-type') >= most)
    return { as: 'field', field: 'payoutAccountTypeCode' }
  if (isTyped && isOneOf(meaning, ['documentNumber', undefined]) && share('document-type') >= most)
    return { as: 'field', field: 'documentType' }
  if (isOneOf(meaning, ['accountNumber', 'bankName']) && share('letters-and-number') >= most)
    return { as: 'bank-and-account' }
  return withCurrency(meaning, heading)
}

const most = 0.7

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
