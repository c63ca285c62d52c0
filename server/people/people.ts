import { randomUUID, timingSafeEqual } from 'node:crypto'
import { issueOn } from '#shared/api/issue.ts'
import type { ParamsOf } from '#shared/api/issue-codes.ts'
import type { Person } from '#shared/api/session.ts'
import { Failure } from '../failure.ts'
import type { Encryption } from '../store/encryption/encryption.ts'
import { addPerson, allPeople, personById, personByKey } from '../store/people-rows.ts'
import type { Store, Transaction } from '../store/store.ts'

/** The members of staff who work here. */
export interface People {
  find(id: string): Promise<Person | undefined>
  list(): Promise<readonly Person[]>
  /**
   * The person of this name, entered when new; audited.
   * @throws Failure FIELDS_INVALID for no name, one over 60 characters, with control characters, or a word of letters that look alike
   */
  signIn(name: string): Promise<Person>
}

/** The members of staff, as the store has them. */
export function createPeople(store: Store): People {
  return {
    find: (id) => personById(store.db, id),
    list: () => allPeople(store.db),
    signIn: (typed) => {
      const name = readName(typed)
      return store.write((tx) => beginSession(tx, name))
    },
  }
}

async function beginSession(tx: Transaction, { name, key }: ReturnType<typeof readName>) {
  const known = await personByKey(tx.db, key)
  const person = known ?? { id: randomUUID(), name }
  if (known === undefined) await addPerson(tx.db, person, key, tx.now().toISOString())
  await tx.audit({ personId: person.id, action: 'session.began', thing: { type: 'person', id: person.id } })
  return person
}

const mostLetters = 60

/** Control characters, halves of letters, and the marks that turn the direction of writing: they would disguise a name. */
const unseen = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** Scripts with letters that look like those of each other, such as the Latin and the Cyrillic a. */
const alike = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

/**
 * A name that staff type, as it is shown, and the key by which its person is found: case and spaces make no other person, accents do.
 * @throws Failure FIELDS_INVALID
 */
export function readName(typed: string): { readonly name: string; readonly key: string } {
  const name = typed.trim().replace(/ +/g, ' ').normalize('NFC')
  if (unseen.test(name)) throw refused('control_character', {})
  const plain = name.normalize('NFKC').replace(/\p{Cf}/gu, '')
  if (plain.split(/\s/u).some(isMixed)) throw refused('mixed_letters', {})
  const key = plain.toLowerCase().replace(/\s/gu, '')
  const letters = [...name].length
  if (key === '' || letters > mostLetters) {
    throw refused('length', { max: mostLetters, given: letters })
  }
  return { name, key }
}

/** Nobody writes so, but who wants to be taken for somebody else. */
function isMixed(word: string): boolean {
  return alike.filter((script) => script.test(word)).length > 1
}

function refused<Code extends 'control_character' | 'mixed_letters' | 'length'>(
  code: Code,
  params: ParamsOf<Code>,
): Failure {
  const error = issueOn('name', code, params)
  return new Failure('FIELDS_INVALID', { errors: [error] })
}

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
