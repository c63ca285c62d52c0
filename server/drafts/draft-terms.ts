import { formNumbers } from '#shared/payout/form-numbers.ts'
import type { Encryption } from '../store/encryption.ts'
import { beneficiaryTerm, destinationTerms, documentTerm, replaceTerms } from '../store/search-terms.ts'
import type { Transaction } from '../store/store.ts'

/** Keeps by what an unfinished form is found when a person wants their data, or wants them erased. */
export function indexDraft(
  { db }: Pick<Transaction, 'db'>,
  encryption: Encryption,
  { id, content }: { readonly id: string; readonly content: unknown },
): Promise<void> {
  const { documents, requests, bookId } = formNumbers(content)
  return replaceTerms(db, 'draft', id, [
    ...documents.map(({ country, number }) => documentTerm(encryption, country, number)),
    ...requests.flatMap((request) => destinationTerms(encryption, request)),
    ...(bookId === undefined ? [] : beneficiaryTerm(bookId)),
  ])
}
