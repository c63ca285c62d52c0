import type { Person } from '#shared/api/session.ts'
import { Failure } from '../kernel/failure.ts'
import type { Limit } from '../kernel/limit.ts'
import type { Store } from '../store/store.ts'
import { readSearchText } from './search-terms.ts'

/** A person who has signed in, and the address of the request. */
interface NumberSearcher {
  readonly person: Pick<Person, 'id'>
  readonly address: string
}

/**
 * Lists show of a document, an account or a Pix key the end alone; a person who may try all numbers finds the rest. So each person asks by numbers
 * only so often, and it is audited before anything is answered; the number itself is not. By names they search as they like. What ends in
 * a saved entry was no search.
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
   * For rows of a file, before any of them is saved: not once so many were refused for their warnings.
   * @throws Failure TOO_MANY_SEARCHES
   */
  beforeRows(asked: NumberSearcher): void
  /** For the rows that warnings refused, which answer the same question: thousands of times as many as of a form, counted by themselves. */
  byRefusedRows(asked: NumberSearcher, entries: readonly GivenEntry[]): Promise<void>
  /**
   * For saving an entry, which is itself audited: it counts only where it is refused, as that may answer the same question.
   * @throws Failure TOO_MANY_SEARCHES in place of any other that may answer it
   */
  bySaving<Result>(asked: NumberSearcher, entry: GivenEntry, saving: Promise<Result>): Promise<Result>
  /**
   * For changing what is saved to an entry, before it is changed: its answer is that to the question about its numbers, where they are others.
   * Each stays counted, as the next edit overwrites it.
   * @throws Failure TOO_MANY_SEARCHES
   */
  byEditing(asked: NumberSearcher, entry: GivenEntry, saved: GivenEntry): Promise<void>
  /**
   * For saving a beneficiary alone, whom no one reviews: that no warning refuses it is an answer as well. Counted by itself.
   * @throws Failure TOO_MANY_SEARCHES
   */
  beforeBeneficiary(asked: NumberSearcher): void
  /** For an entry that was saved as a new one: the questions about its numbers were none, and no longer count. */
  forgive(asked: NumberSearcher, entry: GivenEntry): void
  /** For deleting what was saved within a day: its numbers were a question after all. It counts, and is never refused. */
  byDeleting(asked: NumberSearcher, deleted: readonly { readonly created_at: string }[]): void
}

const dayMs = 24 * 60 * 60_000

type GivenEntry = Readonly<Record<string, unknown>>

/** What a person asked. */
interface Search {
  readonly keys: readonly string[]
  /** None, where saving an entry with them takes nothing back. */
  numbers: readonly string[]
  readonly audited: Promise<void>
}

/** The next page, and the same list once more after a write, are no further search. */
const mostRemembered = 1_000

interface SearchLimits {
  /** How many searches. */
  readonly own: Limit
  /** How many numbers of rows of files that warnings refused. */
  readonly ofFiles: Limit
  /** How many beneficiaries. */
  readonly beneficiaries: Limit
  /** Whether names are taken on trust: then another name is no way round the limit of an address. */
  readonly isByAddress: boolean
}

export function createNumberSearches(
  store: Store,
  { own, ofFiles, beneficiaries, isByAddress }: SearchLimits,
): NumberSearches {
  const remembered = new Map<string, Search>()
  const remember = (id: string, search: Search) => {
    remembered.set(id, search)
    const [oldest] = remembered.keys()
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
  }
  const keysOf = ({ person, address }: NumberSearcher) => [
    `person ${person.id}`,
    ...(isByAddress ? [`address ${address}`] : []),
  ]
  const requireRoom = (limit: Limit, asked: NumberSearcher, count: number) => {
    const waitMs = limit.take(keysOf(asked), count)
    if (waitMs !== undefined) throw new Failure('TOO_MANY_SEARCHES', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  }
  const begin = async (asked: NumberSearcher, numbers: readonly string[]) => {
    if (numbers.length === 0) return
    const personId = asked.person.id
    const id = store.encryption.hash('search', JSON.stringify([personId, numbers]))
    const earlier = remembered.get(id)
    if (earlier !== undefined) return earlier.audited
    requireRoom(own, asked, 1)
    const audited = audit(store, asked, own.countOf(`person ${personId}`))
    remember(id, { keys: keysOf(asked), numbers, audited })
    await audited.catch((error: unknown) => {
      remembered.delete(id)
      throw error
    })
  }
  const numbersOf = (entry: GivenEntry) =>
    Object.entries(store.fields).flatMap(([name, { search }]) => {
      const value = entry[name] ?? ''
      return search === 'number' && !['', '-'].includes(String(value)) ? [`${name} ${value}`] : []
    })
  const byEntry = (asked: NumberSearcher, entry: GivenEntry) => begin(asked, numbersOf(entry))
  const forgive = (asked: NumberSearcher, entry: GivenEntry) => {
    const saved = new Set(numbersOf(entry))
    const [person] = keysOf(asked)
    for (const search of remembered.values()) {
      const isAboutIt = search.numbers.length > 0 && search.numbers.every((number) => saved.has(number))
      if (search.keys[0] !== person || !isAboutIt) continue
      own.giveBack(search.keys)
      // It stays answered, and is given back once.
      search.numbers = []
    }
  }
  return {
    byText: (asked, text) => begin(asked, readSearchText(store.encryption, text)?.terms ?? []),
    byEntry,
    beforeRows: (asked) => requireRoom(ofFiles, asked, 0),
    async byRefusedRows(asked, entries) {
      const count = entries.flatMap(numbersOf).length
      if (count === 0) return
      ofFiles.add(keysOf(asked), count)
      await audit(store, asked, count)
    },
    async bySaving(asked, entry, saving) {
      try {
        return await saving
      } catch (error) {
        if (error instanceof Failure && !answersNothing.has(error.code)) await byEntry(asked, entry)
        throw error
      }
    },
    async byEditing(asked, entry, saved) {
      const before = new Set(numbersOf(saved))
      if (numbersOf(entry).some((number) => !before.has(number))) await byEntry(asked, entry)
    },
    beforeBeneficiary: (asked) => requireRoom(beneficiaries, asked, 1),
    forgive,
    byDeleting(asked, deleted) {
      const since = new Date(store.now().getTime() - dayMs).toISOString()
      for (const { created_at } of deleted) if (created_at > since) own.add(keysOf(asked))
    },
  }
}

/** What refuses an entry before it is compared with others, or the person who sends it. */
const answersNothing: ReadonlySet<string> = new Set([
  'FIELDS_INVALID',
  'SIGN_IN_REQUIRED',
  'TOO_MANY_SEARCHES',
  'TOO_MANY_UNSENT',
])

function audit(store: Store, { person: { id } }: NumberSearcher, searches: number): Promise<void> {
  const event = {
    personId: id,
    action: 'numbers.searched',
    thing: { type: 'person', id },
    facts: { searches },
  } as const
  return store.write((tx) => tx.audit(event))
}
