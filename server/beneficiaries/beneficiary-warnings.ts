import type { WarningConfirmations } from '#shared/api/entry.ts'
import { type Issue, issueOn, warningId } from '#shared/api/issue.ts'
import type { Entry } from '#shared/payout/entry.ts'
import type { BeneficiaryRow } from '../entry/beneficiary-rows.ts'
import type { EntryRowReader } from '../entry/entry-columns.ts'
import type { EntryWithReading } from '../entry/written-entry.ts'
import { Failure } from '../kernel/failure.ts'
import { destinationTerms, documentTerms } from '../search/search-terms.ts'
import { findTermHolders, type TermHolders } from '../search/term-holders.ts'
import type { Encryption } from '../store/encryption/encryption.ts'
import type { Reader } from '../store/store.ts'

/** What the saved beneficiaries say against paying so; `beneficiary` is the one who is paid, and is not compared with itself. */
export function beneficiaryWarnings(
  { encryption }: EntryRowReader,
  holders: TermHolders,
  written: EntryWithReading,
  beneficiary: Pick<BeneficiaryRow, 'id' | 'status'> | undefined,
): readonly Issue[] {
  return [
    ...twinWarnings(encryption, holders, written, beneficiary?.id),
    ...(beneficiary?.status === 'archived' ? [archived(beneficiary.id)] : []),
  ]
}

/** What saving a beneficiary so is to confirm: what the rule book doubts in them, and their twins. */
export function warningsOfSaving(
  { encryption, fields }: EntryRowReader,
  holders: Pick<TermHolders, 'of'>,
  written: EntryWithReading,
  beneficiaryId: string | undefined,
): readonly Issue[] {
  const ofBeneficiary = written.reading.warnings.filter(({ field }) => fields[field]?.of === 'beneficiary')
  return [...ofBeneficiary, ...twinWarnings(encryption, holders, written, beneficiaryId)]
}

/** The same of one beneficiary, looked up for it. */
export async function savingWarnings(
  reader: Reader,
  written: EntryWithReading,
  beneficiaryId: string | undefined,
): Promise<readonly Issue[]> {
  const holders = await findTermHolders(reader.db, twinTerms(reader.encryption, written))
  return warningsOfSaving(reader, holders, written, beneficiaryId)
}

/** By what the twins of a beneficiary are found. */
export function twinTerms(encryption: Encryption, { reading: { request } }: EntryWithReading): readonly string[] {
  return [...documentTerms(encryption, request), ...destinationTerms(encryption, request)]
}

/**
 * Lets pass only what a person has confirmed, each warning by its id, or by that of what they were told.
 * @param told a warning as the person may be told it
 * @throws Failure WARNINGS_UNCONFIRMED with the warnings that are left
 */
export function requireConfirmed(
  warnings: readonly Issue[],
  confirmed: readonly WarningConfirmations[number][],
  told: (warning: Issue) => Issue = (warning) => warning,
): void {
  const ids = new Set(confirmed.map((confirmation) => confirmation.warningId))
  const left = warnings.filter((warning) => !ids.has(warningId(warning)) && !ids.has(warningId(told(warning))))
  if (left.length === 0) return
  throw new Failure('WARNINGS_UNCONFIRMED', { warnings: left.map(told) })
}

/** Other saved beneficiaries, archived ones too, with the same document or the same account: what a save asks to look at. */
function twinWarnings(
  encryption: Encryption,
  holders: Pick<TermHolders, 'of'>,
  written: EntryWithReading,
  beneficiaryId: string | undefined,
): readonly Issue[] {
  const { entry, reading } = written
  const document = documentTerms(encryption, reading.request)
  const destinations = destinationTerms(encryption, reading.request)
  return holders.of([...document, ...destinations], beneficiaryId).map(({ id, terms }) => {
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
