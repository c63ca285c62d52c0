import { timingSafeEqual } from 'node:crypto'
import type { Person } from '#shared/api/person.ts'
import type { Encryption } from '../store/encryption.ts'
import type { Store } from '../store/store.ts'
import type { People } from './people.ts'

const purpose = 'session'

/** What a browser keeps to say who works there: the person's id, signed, so that nobody can make one up. */
export function sessionToken(encryption: Encryption, personId: string): string {
  return `${personId}.${encryption.hash(purpose, personId)}`
}

interface Parts {
  readonly people: Pick<People, 'find'>
  readonly store: Pick<Store, 'encryption'>
}

/** Tells whose token it is; nobody's unless {@link sessionToken} made it under this key. */
export function personOfToken({ people, store }: Parts): (token: string) => Promise<Person | undefined> {
  return async (token) => {
    const personId = personIdOf(store.encryption, token)
    return personId === undefined ? undefined : people.find(personId)
  }
}

function personIdOf(encryption: Encryption, token: string): string | undefined {
  const [, personId] = /^([\w-]{1,64})\.[\w-]{43}$/.exec(token) ?? []
  if (personId === undefined) return undefined
  const isOurs = timingSafeEqual(Buffer.from(token), Buffer.from(sessionToken(encryption, personId)))
  return isOurs ? personId : undefined
}
