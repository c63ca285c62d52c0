import type { Confirmed } from '#shared/api/entry.ts'
import { type Issue, issueOn, warningId } from '#shared/api/issue.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { Failure } from '../failure.ts'
import { findBeneficiary } from '../store/beneficiary-rows.ts'
import { destinationTerms, documentTerms, termHolders } from '../store/search-terms.ts'
import type { Reader } from '../store/store.ts'
import type { Written } from './written-entry.ts'

/** What the saved beneficiaries say against paying so; `beneficiaryId` is who of them is paid: nobody is compared with themselves. */
export async function beneficiaryWarnings(
  reader: Reader,
  written: Written,
  beneficiaryId: string | undefined,
): Promise<readonly Issue[]> {
  const row = beneficiaryId === undefined ? undefined : await findBeneficiary(reader.db, beneficiaryId)
  return [
    ...(await twinWarnings(reader, written, beneficiaryId)),
    ...(row?.status === 'archived' ? [archived(row.id)] : []),
  ]
}

/** What saving a beneficiary so is to confirm: what the rule book doubts in them, and their twins. */
export async function savingWarnings(
  reader: Reader,
  written: Written,
  beneficiaryId: string | undefined,
): Promise<readonly Issue[]> {
  const { fields } = reader
  const ofBeneficiary = written.reading.warnings.filter(({ field }) => fields[field]?.of === 'beneficiary')
  return [...ofBeneficiary, ...(await twinWarnings(reader, written, beneficiaryId))]
}

/**
 * Lets pass only what a person has confirmed, each warning by its id.
 * @param told a warning as the person may be told it
 * @throws Failure WARNINGS_UNCONFIRMED with the warnings that are left
 */
export function requireConfirmed(
  warnings: readonly Issue[],
  confirmed: readonly Confirmed[number][],
  told: (warning: Issue) => Issue = (warning) => warning,
): void {
  const ids = new Set(confirmed.map((confirmation) => confirmation.warningId))
  const left = warnings.filter((warning) => !ids.has(warningId(warning)))
  if (left.length === 0) return
  throw new Failure('WARNINGS_UNCONFIRMED', { warnings: left.map(told) })
}

/** Other saved beneficiaries, archived ones too, with the same document or the same account: what a save asks to look at. */
async function twinWarnings(
  { db, encryption }: Reader,
  { entry, reading: { request } }: Written,
  beneficiaryId: string | undefined,
): Promise<readonly Issue[]> {
  const document = documentTerms(encryption, request)
  const destinations = destinationTerms(encryption, request)
  const holders = await termHolders(db, [...document, ...destinations], beneficiaryId)
  return holders.map(({ id, terms }) => {
    const isSamePerson = document.some((term) => terms.includes(term))
    const isSameAccount = destinations.some((term) => terms.includes(term))
    if (isSamePerson && isSameAccount) return twin('same_beneficiary', 'documentNumber', id)
    if (isSamePerson) return twin('document_other_account', 'documentNumber', id)
    return twin('account_other_document', destinationField(entry), id)
  })
}

type TwinCode = 'same_beneficiary' | 'document_other_account' | 'account_other_document'

function twin(code: TwinCode, field: string, beneficiaryId: string): Issue {
  return issueOn(field, code, { beneficiaryId })
}

function archived(beneficiaryId: string): Issue {
  return issueOn('beneficiaryLastName', 'beneficiary_archived', { beneficiaryId })
}

function destinationField({ accountNumber }: Entry): string {
  return accountNumber === '' ? 'recipientPixKey' : 'accountNumber'
}
