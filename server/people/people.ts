import { randomUUID } from 'node:crypto'
import { issueOn } from '#shared/api/issue.ts'
import type { ParamsOf } from '#shared/api/issue-codes.ts'
import type { Person } from '#shared/api/session.ts'
import { Failure } from '../failure.ts'
import { auditedName } from '../store/audit/person-names.ts'
import { addPerson, personByKey } from '../store/people-rows.ts'
import type { Transaction } from '../store/store.ts'

/** A name as it is shown, and the key by which its person is found. */
export interface ReadName {
  readonly name: string
  readonly key: string
}

/**
 * The member of staff of this name, entered when new.
 * @throws Failure TAMPERED where the audit log has another name for them
 */
export async function personNamed(tx: Transaction, { name, key }: ReadName): Promise<Person> {
  const known = await personByKey(tx.db, key)
  if (known !== undefined) {
    await requireOwnName(tx, known.id, key)
    return known
  }
  const person = { id: randomUUID(), name }
  await addPerson(tx.db, person, key, tx.now().toISOString())
  // From now on the audit log knows the name, whatever the table says.
  await tx.audit({
    personId: person.id,
    action: 'person.added',
    thing: { type: 'person', id: person.id },
    facts: { name },
  })
  return person
}

/** Nobody becomes somebody else because two names were swapped in the database. */
async function requireOwnName({ db }: Transaction, personId: string, key: string): Promise<void> {
  const name = await auditedName(db, personId)
  if (name !== undefined && readName(name).key === key) return
  throw new Failure('TAMPERED', { params: { why: 'person' } })
}

const mostLetters = 60

/** Control characters, halves of letters, and the marks that turn the direction of writing: they would disguise a name. */
const unseen = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** Scripts with letters that look like those of each other, such as the Latin and the Cyrillic a. */
const alike = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

/**
 * Reads a name that staff type: case and spaces make no other person, accents do.
 * @throws Failure FIELDS_INVALID for no name, one over 60 characters, with control characters, or a word of letters that look alike
 */
export function readName(typed: string): ReadName {
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
