import type { Country } from '#shared/rule-book/country.ts'
import { isTelling } from './cell-text.ts'
import { plainWord } from './known-words.ts'
import type { ImportChangeCode } from './sheet-change.ts'
import type { RowTexts, SheetField } from './sheet-field.ts'
import { splitAgencyAndAccount } from './split-cell.ts'

interface AccountParts {
  readonly emptied: readonly SheetField[]
  readonly found: readonly { readonly field: SheetField; readonly part: string; readonly code: ImportChangeCode }[]
}

/**
 * The parts of a row's account cell: a Pix key, where the bank is "PIX"; the agency, where the country asks for one and no cell has it.
 * Undefined where the cell holds an account alone.
 */
export function accountParts(texts: RowTexts, country: Country): AccountParts | undefined {
  const { accountNumber } = texts
  if (accountNumber === undefined || !isTelling(accountNumber) || texts.accountAgencyNumber !== undefined)
    return undefined
  if (asks(country, 'recipientPixKey') && isByPix(texts))
    return {
      emptied: ['bankName', 'payoutAccountTypeCode', 'accountNumber'],
      found: [{ field: 'recipientPixKey', part: accountNumber, code: 'pix_as_bank' }],
    }
  const parts =
    asks(country, 'accountAgencyNumber') && partsTwo.test(accountNumber)
      ? splitAgencyAndAccount(accountNumber)
      : undefined
  return parts && { emptied: ['accountNumber'], found: twoFields(parts) }
}

/** A gap or a comma may be one of a single number. */
const partsTwo = /[/|]/

function twoFields({ agency, account }: { readonly agency: string; readonly account: string }): AccountParts['found'] {
  return [
    { field: 'accountAgencyNumber', part: agency, code: 'cell_parted' },
    { field: 'accountNumber', part: account, code: 'cell_parted' },
  ]
}

/** Beside a bank or the type of an account, the number could be either's. */
function isByPix({ bankName, payoutAccountTypeCode: type, recipientPixKey, method }: RowTexts): boolean {
  const said = [bankName, type].filter((text) => text !== undefined)
  const isOpen = recipientPixKey === undefined && (method === undefined || isPix(method))
  return isOpen && said.length > 0 && said.every(isPix)
}

function isPix(text: string): boolean {
  return isTelling(text) && ['pix', 'chavepix', 'pixkey'].includes(plainWord(text))
}

function asks({ methods }: Country, field: 'recipientPixKey' | 'accountAgencyNumber'): boolean {
  return methods.some(({ fields }) => fields[field]?.use === 'asked')
}
