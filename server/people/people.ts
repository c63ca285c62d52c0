import { randomUUID } from 'node:crypto'
import { issueOn } from '#shared/api/issue.ts'
import type { ParamsOf } from '#shared/api/issue-codes.ts'
import type { Person } from '#shared/api/session.ts'
import { unseen } from '#shared/api/texts.ts'
import { codePointOf, strayLetterIn } from '#shared/rule-book/look-alikes.ts'
import { Failure } from '../kernel/failure.ts'
import { lookOfName, lookWithNumber } from '../kernel/name-look.ts'
import type { Transaction } from '../store/store.ts'
import { addPerson, personByKey } from './people-rows.ts'
import { auditedNames } from './person-name-trail.ts'

/** A name as it is shown, and the key by which its person is found. */
export interface ReadName {
  readonly name: string
  readonly key: string
}

/**
 * The member of staff of this name, entered when new.
 * @throws Failure TAMPERED where the audit log has another name for them, FIELDS_INVALID for a person of the sample data, and for a new one whose
 * name looks like another's
 */
export async function personNamed(tx: Transaction, { name, key }: ReadName): Promise<Person> {
  const known = await personByKey(tx.db, key)
  if (known?.is_sample === 1) throw refused('sample_person', {})
  if (known !== undefined) {
    await requireOwnName(tx, known, key)
    return { id: known.id, name: known.name }
  }
  if (await isNameTaken(tx, { name, key })) throw refused('name_taken', {})
  return addNamed(tx, { name, key }, false)
}

/** Whether another member of staff has this name, or one that looks the same, also with a number behind it. */
export async function isNameTaken(
  { db }: Pick<Transaction, 'db'>,
  { name, key }: ReadName,
  exceptId?: string,
  lookOf = lookOfName,
): Promise<boolean> {
  const look = lookOf(name)
  const others = await db.selectFrom('people').select(['id', 'name', 'name_key']).execute()
  return others.some((other) => other.id !== exceptId && (other.name_key === key || lookOf(other.name) === look))
}

/** A name that is given to someone who does not choose it: where it is taken, with a number behind it. */
export async function numberedName(
  tx: Transaction,
  wanted: ReadName,
  isFree = async (_read: ReadName): Promise<boolean> => false,
): Promise<ReadName> {
  for (let number = 1; ; number += 1) {
    const read = number === 1 ? wanted : readName(`${wanted.name} ${number}`)
    if (await isFree(read)) return read
    if (!(await isNameTaken(tx, read, undefined, number === 1 ? lookOfName : lookWithNumber))) return read
  }
}

/** A person of the sample data, entered when new: under another name where a member of staff has this one. It cannot sign in. */
export async function samplePerson(tx: Transaction, wanted: string): Promise<Person> {
  const findSample = async ({ key }: ReadName) => {
    const known = await personByKey(tx.db, key)
    return known?.is_sample === 1 ? known : undefined
  }
  const read = await numberedName(tx, readName(wanted), async (one) => (await findSample(one)) !== undefined)
  const known = await findSample(read)
  return known === undefined ? addNamed(tx, read, true) : { id: known.id, name: known.name }
}

async function addNamed(tx: Transaction, { name, key }: ReadName, isSample: boolean): Promise<Person> {
  const person = { id: randomUUID(), name }
  const created_at = tx.now().toISOString()
  await addPerson(tx, { ...person, name_key: key, created_at, is_sample: isSample ? 1 : 0 })
  // From now on the audit log knows the name, whatever the table says.
  await tx.audit({
    personId: person.id,
    action: 'person.added',
    thing: { type: 'person', id: person.id },
    facts: { name, ...(isSample ? { isSample } : { onTrust: true }) },
  })
  return person
}

/** Detects names that were swapped between two people in the database. */
async function requireOwnName(tx: Transaction, { id, name }: Person, key: string): Promise<void> {
  if (name === (await auditedNames(tx, [id])).get(id) && readName(name).key === key) return
  throw new Failure('TAMPERED', { params: { why: 'person' } })
}

const mostLetters = 60

const control = /[\p{Cc}\p{Cs}]/u

/** Characters that are invisible, or that only some fonts show. Joiners are part of names in Persian and in the scripts of India; a key has none. */
const invisible = /(?!\p{Join_Control})[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cn}\u2800]/u

/** Latin letters, with capitals of their own or without their dot, that look like another one at a glance. */
const twins: Readonly<Record<string, string>> = { ɑ: 'a', ɡ: 'g', ı: 'i', ɩ: 'i', ȷ: 'j' }

/**
 * Reads a name that staff type: case and spaces make no other person, accents do.
 * @throws Failure FIELDS_INVALID for no name, one over 60 characters, with control or invisible characters, or a letter that is
 * of another script than its word
 */
export function readName(typed: string): ReadName {
  const name = typed.trim().replace(/ +/g, ' ').normalize('NFC')
  if (control.test(name)) throw refused('control_character', {})
  const [hidden] = invisible.exec(name) ?? []
  if (hidden !== undefined) throw refused('invisible_character', { codePoint: codePointOf(hidden) })
  const plain = name.normalize('NFKC').replace(unseen, '')
  const letter = strayLetterIn(plain)
  if (letter !== undefined) throw refused('mixed_letters', { letter, codePoint: codePointOf(letter) })
  const key = plain.toLowerCase().replace(/\s|[ɑɡıɩȷ]/gu, (letter) => twins[letter] ?? '')
  const letters = [...name].length
  if (key === '' || letters > mostLetters) {
    throw refused('length', { max: mostLetters, given: letters })
  }
  return { name, key }
}

function refused<
  Code extends
    | 'control_character'
    | 'invisible_character'
    | 'mixed_letters'
    | 'length'
    | 'sample_person'
    | 'name_taken',
>(code: Code, params: ParamsOf<Code>): Failure {
  const error = issueOn('name', code, params)
  return new Failure('FIELDS_INVALID', { errors: [error] })
}
