import { makeSecret } from '../kernel/random-secret.ts'
import type { PersonRow } from '../people/people-rows.ts'
import type { AttemptOrigin } from '../people/sign-in-limits.ts'
import type { Reader } from '../store/store.ts'

/*
 * A browser in which a person has signed in keeps a token that says so. It opens nothing: it keeps the limits and pauses that strangers run
 * into away from the person whose browser it is.
 */

type Hashing = Pick<Reader, 'encryption'>

/** What a browser keeps in which this person has just signed in. */
export function knownBrowserToken({ encryption }: Hashing, personId: string): string {
  const id = makeSecret()
  return [id, markOf(encryption, id), markOf(encryption, id, personId)].join('.')
}

/** The browser, where its token says that this person has signed in with it; before it is known who asks, that anyone has. */
export function knownBrowser({ encryption }: Hashing, token = '', personId?: string): string | undefined {
  const [id = '', ofAnyone, ofPerson] = token.split('.')
  return (personId === undefined ? ofAnyone : ofPerson) === markOf(encryption, id, personId) ? id : undefined
}

/** Where an attempt to sign in as a person comes from; to who may not sign in any more, every browser is a stranger's. */
export function originOfAttempt(
  reader: Hashing,
  person: Pick<PersonRow, 'id' | 'status'> | undefined,
  { address, known }: { readonly address: string; readonly known: string | undefined },
): AttemptOrigin {
  const browser = person?.status === 'active' ? knownBrowser(reader, known, person.id) : undefined
  return {
    address,
    known: person === undefined || browser === undefined ? undefined : { browser, personId: person.id },
  }
}

function markOf(encryption: Hashing['encryption'], id: string, personId = ''): string {
  return encryption.hash('known browser', JSON.stringify([id, personId]))
}
