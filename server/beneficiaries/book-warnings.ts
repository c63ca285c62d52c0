import type { Details } from '#shared/api/details.ts'
import type { Remark } from '#shared/api/fault.ts'
import { findBeneficiary } from '../store/beneficiary-rows.ts'
import { destinationTerms, documentTerm } from '../store/search-terms.ts'
import type { Transaction } from '../store/store.ts'
import { termHolders } from '../store/term-holders.ts'
import type { BookParts } from './book-parts.ts'
import { readableRequest } from './read-details.ts'

type Db = Transaction['db']

interface Except {
  /** Whose details they are: nobody is compared with themselves. */
  readonly beneficiaryId?: string
}

/** What the book says against paying these details. */
export async function bookWarnings(
  db: Db,
  parts: BookParts,
  details: Details,
  except: Except = {},
): Promise<readonly Remark[]> {
  return [...(await twinWarnings(db, parts, details, except)), ...(await bankChange(db, parts, details, except))]
}

/** Others of the book, archived ones too, with the same document or the same account: what a save asks to look at. */
export async function twinWarnings(
  db: Db,
  { sealing }: BookParts,
  details: Details,
  { beneficiaryId }: Except,
): Promise<readonly Remark[]> {
  const request = readableRequest(details)
  const { documentNumber } = request
  const document = typeof documentNumber === 'string' ? [documentTerm(sealing, details.country, documentNumber)] : []
  const destinations = destinationTerms(sealing, request)
  const holders = await termHolders(db, 'beneficiary', [...document, ...destinations], { but: beneficiaryId })
  return holders.map(({ id, terms }) => {
    const isSamePerson = document.some((term) => terms.includes(term))
    const isSameAccount = destinations.some((term) => terms.includes(term))
    if (isSamePerson && isSameAccount) return twin('same_beneficiary', 'documentNumber', id)
    if (isSamePerson) return twin('document_other_account', 'documentNumber', id)
    return twin('account_other_document', destinationField(details), id)
  })
}

type TwinCode = 'same_beneficiary' | 'document_other_account' | 'account_other_document'

const twinDetails: Readonly<Record<TwinCode, string>> = {
  same_beneficiary: 'The book has a beneficiary with this document and this account already. Use that one.',
  document_other_account: 'The book has a beneficiary with this document and another account. Compare the two.',
  account_other_document: 'The book has a beneficiary with this account under another document. Compare the two.',
}

function twin(code: TwinCode, field: string, beneficiaryId: string): Remark {
  return { field, code, params: { beneficiaryId }, detail: twinDetails[code] }
}

/**
 * Money that would go elsewhere than the last time. `account` is a keyed hash: a further change asks anew, and the warning is the
 * same before and after the change is saved.
 */
async function bankChange(
  db: Db,
  { sealing }: BookParts,
  details: Details,
  { beneficiaryId }: Except,
): Promise<readonly Remark[]> {
  const row = beneficiaryId === undefined ? undefined : await findBeneficiary(db, beneficiaryId)
  const lastPayoutAt = row?.last_payout_at ?? null
  if (row === undefined || lastPayoutAt === null) return []
  const now = destinationTerms(sealing, readableRequest(details))
  const [held] = await termHolders(db, 'beneficiary', now, { only: row.id })
  const isAsInBook = now.every((term) => held?.terms.includes(term) ?? false)
  if (isAsInBook && (row.bank_changed_at ?? '') <= lastPayoutAt) return []
  const params = { beneficiaryId: row.id, lastPayoutAt, account: now.join().slice(0, 24) }
  const detail = 'The account has changed since the last payout to this beneficiary. Make sure that they asked for it.'
  return [{ field: destinationField(details), code: 'bank_changed', params, detail }]
}

function destinationField({ accountNumber = '' }: Details): string {
  return accountNumber === '' ? 'recipientPixKey' : 'accountNumber'
}
