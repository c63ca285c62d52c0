import { formNumbers } from '#shared/payout/form-numbers.ts'
import type { Sealing } from '../store/sealing.ts'
import { bookTerm, destinationTerms, documentTerm, replaceTerms } from '../store/search-terms.ts'
import type { Transaction } from '../store/store.ts'

/** Keeps by what an unfinished form is found when a person wants their data, or wants them erased. */
export function indexDraft(
  { db }: Pick<Transaction, 'db'>,
  sealing: Sealing,
  { id, content }: { readonly id: string; readonly content: unknown },
): Promise<void> {
  const { documents, requests, bookId } = formNumbers(content)
  return replaceTerms(db, 'draft', id, [
    ...documents.map(({ country, number }) => documentTerm(sealing, country, number)),
    ...requests.flatMap((request) => destinationTerms(sealing, request)),
    ...(bookId === undefined ? [] : bookTerm(bookId)),
  ])
}
