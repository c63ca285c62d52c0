import type { Person } from '#shared/api/session.ts'
import { Failure } from '../kernel/failure.ts'
import type { Limit } from '../kernel/limit.ts'
import type { Store } from '../store/store.ts'
import { readSearchText } from './search-terms.ts'

/** A person who has signed in, and the address of the request. */
interface NumberSearcher {
  readonly person: Person
  readonly address: string
}

/**
 * Lists show of a document, an account or a Pix key the end alone; a person who may try all numbers finds the rest. So each person asks by numbers
 * only so often, and it is audited before anything is answered; the number itself is not. By names they search as they like.
 */
export interface NumberSearches {
  /**
   * For a search by what was typed.
   * @throws Failure TOO_MANY_SEARCHES
   */
  byText(asked: NumberSearcher, text: string | undefined): Promise<void>
  /**
   * For the question who else has the numbers of an entry.
   * @throws Failure TOO_MANY_SEARCHES
   */
  byEntry(asked: NumberSearcher, entry: GivenEntry): Promise<void>
  /**
   * For the same question about many entries at once, which come from a file: hundreds of times as many, counted by themselves.
   * @throws Failure TOO_MANY_SEARCHES
   */
  byEntries(asked: NumberSearcher, entries: readonly GivenEntry[]): Promise<void>
  /**
   * For saving an entry, which is itself audited: only where warnings refuse it, as they answer the same question.
   * @throws Failure TOO_MANY_SEARCHES in place of WARNINGS_UNCONFIRMED
   */
  bySaving<Result>(asked: NumberSearcher, entry: GivenEntry, saving: Promise<Result>): Promise<Result>
}

type GivenEntry = Readonly<Record<string, unknown>>

/** The next page, and the same list once more after a write, are no further search. */
const mostRemembered = 1_000

/** @param fileLimit how often the entries of a part of a file may be asked for */
export function createNumberSearches(store: Store, ownLimit: Limit, fileLimit: Limit): NumberSearches {
  const begun = new Map<string, Promise<void>>()
  const remember = (search: string, audited: Promise<void>) => {
    begun.set(search, audited)
    const [oldest] = begun.keys()
    if (begun.size > mostRemembered && oldest !== undefined) begun.delete(oldest)
  }
  const begin = async (
    { person: { id: personId }, address }: NumberSearcher,
    numbers: readonly string[],
    limit: Limit = ownLimit,
    searches?: number,
  ) => {
    if (numbers.length === 0) return
    const search = store.encryption.hash('search', JSON.stringify([personId, numbers]))
    const earlier = begun.get(search)
    if (earlier !== undefined) return earlier
    const waitMs = limit.take({ personId, address })
    if (waitMs !== undefined) throw new Failure('TOO_MANY_SEARCHES', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
    const facts = { searches: searches ?? limit.countOf(personId) }
    const thing = { type: 'person', id: personId } as const
    const audited = store.write((tx) => tx.audit({ personId, action: 'numbers.searched', thing, facts }))
    remember(search, audited)
    await audited.catch((error: unknown) => {
      begun.delete(search)
      throw error
    })
  }
  const numbersOf = (entry: GivenEntry) =>
    Object.entries(store.fields).flatMap(([name, { search }]) => {
      const value = entry[name] ?? ''
      return search === 'number' && !['', '-'].includes(String(value)) ? [`${name} ${value}`] : []
    })
  const byEntry = (asked: NumberSearcher, entry: GivenEntry) => begin(asked, numbersOf(entry))
  return {
    byText: (asked, text) => begin(asked, readSearchText(store.encryption, text)?.terms ?? []),
    byEntry,
    byEntries: (asked, entries) => {
      const numbered = entries.map(numbersOf).filter((numbers) => numbers.length > 0)
      return begin(asked, numbered.flat(), fileLimit, numbered.length)
    },
    async bySaving(asked, entry, saving) {
      try {
        return await saving
      } catch (error) {
        if (error instanceof Failure && error.code === 'WARNINGS_UNCONFIRMED') await byEntry(asked, entry)
        throw error
      }
    },
  }
}
