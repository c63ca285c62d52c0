import type { Details } from '#shared/api/details.ts'
import { type Issue, issueOn } from '#shared/api/issue.ts'
import { type BeneficiaryRow, findBeneficiary } from '../store/beneficiary-rows.ts'
import { lastDestinations } from '../store/payout-destinations.ts'
import { destinationTerms, documentTerm } from '../store/search-terms.ts'
import type { Transaction } from '../store/store.ts'
import { termHolders } from '../store/term-holders.ts'
import type { BeneficiaryDeps } from './beneficiary-deps.ts'
import { goodDetails, readableRequest } from './read-details.ts'

type Db = Transaction['db']

interface Except {
  /** Whose details they are: nobody is compared with themselves. */
  readonly beneficiaryId?: string
}

/** What the book says against paying these details. */
export async function beneficiaryWarnings(
  db: Db,
  deps: BeneficiaryDeps,
  details: Details,
  except: Except = {},
): Promise<readonly Issue[]> {
  const row = except.beneficiaryId === undefined ? undefined : await findBeneficiary(db, except.beneficiaryId)
  return [
    ...(await twinWarnings(db, deps, details, except)),
    ...(row === undefined ? [] : await bankChange(db, deps, details, row)),
    ...(row?.status === 'archived' ? [archived(row.id)] : []),
  ]
}

/** What a save of these details is to confirm: what the rule book doubts in them, and their twins in the book. */
export async function savingWarnings(
  db: Db,
  deps: BeneficiaryDeps,
  given: Details,
  except: Except = {},
): Promise<readonly Issue[]> {
  const { details, warnings } = goodDetails(given)
  return [...warnings, ...(await twinWarnings(db, deps, details, except))]
}

/** Others of the book, archived ones too, with the same document or the same account: what a save asks to look at. */
async function twinWarnings(
  db: Db,
  { encryption }: BeneficiaryDeps,
  details: Details,
  { beneficiaryId }: Except,
): Promise<readonly Issue[]> {
  const request = readableRequest(details)
  const { documentNumber } = request
  const document = typeof documentNumber === 'string' ? [documentTerm(encryption, details.country, documentNumber)] : []
  const destinations = destinationTerms(encryption, request)
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

function twin(code: TwinCode, field: string, beneficiaryId: string): Issue {
  return issueOn(field, code, { beneficiaryId }, twinDetails[code])
}

/**
 * Money that would go elsewhere than that of the last exported payout. `account` is a keyed hash: a further change asks again, and the
 * warning is the same before and after the change is saved.
 */
async function bankChange(
  db: Db,
  { encryption }: BeneficiaryDeps,
  details: Details,
  { id }: BeneficiaryRow,
): Promise<readonly Issue[]> {
  const lastPayoutAt = await paidElsewhereAt(db, encryption, details, id)
  if (lastPayoutAt === null) return []
  const account = encryption.hash('destinations', destinationTerms(encryption, readableRequest(details)).join())
  const params = { beneficiaryId: id, lastPayoutAt, account }
  const detail = 'The account has changed since the last payout to this beneficiary. Make sure that they asked for it.'
  return [issueOn(destinationField(details), 'bank_changed', params, detail)]
}

/**
 * When the last payout to a beneficiary was exported, if its money went elsewhere than these details say; null if it did not, or none was
 * exported. What counts is where it went, not when the book was changed: an older payout that is exported after the change went to the old
 * account.
 */
export async function paidElsewhereAt(
  db: Db,
  encryption: BeneficiaryDeps['encryption'],
  details: Details,
  beneficiaryId: string,
): Promise<string | null> {
  const last = await lastDestinations(db, beneficiaryId)
  if (last === undefined) return null
  const now = destinationTerms(encryption, readableRequest(details))
  const isThere = now.length === 0 ? last.terms.length === 0 : now.every((term) => last.terms.includes(term))
  return isThere ? null : last.exportedAt
}

function archived(beneficiaryId: string): Issue {
  const detail = 'This beneficiary was archived. Make sure that they are to be paid, or restore them in the book.'
  return issueOn('beneficiaryLastName', 'beneficiary_archived', { beneficiaryId }, detail)
}

function destinationField({ accountNumber = '' }: Details): string {
  return accountNumber === '' ? 'recipientPixKey' : 'accountNumber'
}
