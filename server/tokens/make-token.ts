import { randomUUID } from 'node:crypto'
import { type Issue, issueOn } from '#shared/api/issue.ts'
import type { Person } from '#shared/api/session.ts'
import type { ApiToken, NewToken, TokenWrite } from '#shared/api/tokens.ts'
import { Failure } from '../kernel/failure.ts'
import { hashOfSecret, makeSecret } from '../kernel/random-secret.ts'
import { isNameTaken, readName } from '../people/people.ts'
import { addPerson, findPerson } from '../people/people-rows.ts'
import { propose } from '../proposals/proposals.ts'
import { areTooMany, readRange } from '../settings/network-settings.ts'
import type { Transaction } from '../store/store.ts'
import { addToken, allTokens } from './token-rows.ts'
import { presented } from './tokens.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Makes a token and proposes it; answers its text, of which only a hash is saved. Audited.
 * @throws Failure FIELDS_INVALID
 */
export async function makeToken(
  tx: Transaction,
  maker: Person,
  { scopes, expiresInDays, ...write }: TokenWrite,
): Promise<NewToken> {
  const { name, key } = readName(write.name)
  const addresses = readAddresses(write)
  await requireNewName(tx, maker.id, name)
  const holder = await readHolder(tx, write.holder)
  const now = tx.now()
  const id = randomUUID()
  const text = `pd_${makeSecret()}`
  const created_at = now.toISOString()
  const expires_at = new Date(now.getTime() + expiresInDays * dayMs).toISOString()
  const fullName = `${name} (token of ${maker.name})`
  await addPerson(tx, {
    id,
    name: fullName,
    // No typed name gives a key with a space: no one can sign in under the name of a token.
    name_key: `${key} ${id}`,
    created_at,
    maker_id: maker.id,
    holder_id: holder.id,
    roles: JSON.stringify(scopes.includes('payouts:write') ? ['clerk'] : []),
  })
  const token = await addToken(tx, {
    id,
    token_hash: hashOfSecret(text),
    name,
    maker_id: maker.id,
    holder_id: holder.id,
    holder_name: holder.id === null ? holder.name : null,
    scopes: JSON.stringify(scopes),
    addresses: JSON.stringify(addresses),
    created_at,
    expires_at,
    confirmed_at: null,
    revoked_at: null,
    last_used_at: null,
  })
  await tx.audit({
    personId: maker.id,
    action: 'token.made',
    thing: { type: 'person', id },
    facts: {
      name: fullName,
      scopes,
      addresses,
      anyAddress: addresses.length === 0,
      ...(holder.id === null ? { holderName: holder.name } : { holder: holder.id }),
      expiresAt: expires_at,
    },
  })
  await propose(tx, maker, { kind: 'token', thingId: id, content: {} })
  return { token: text, details: presented(token, { maker, holder }, 'proposed') }
}

/** Two active tokens of one name could not be distinguished when one is to be revoked. */
async function requireNewName(tx: Transaction, makerId: string, name: string): Promise<void> {
  const at = tx.now().toISOString()
  const others = (await allTokens(tx, makerId)).filter((token) => token.revoked_at === null && token.expires_at > at)
  if (others.some((token) => token.name === name))
    throw new Failure('FIELDS_INVALID', { errors: [issueOn('name', 'name_taken', {})] })
}

/**
 * Who keeps a token. A member of staff is named by their id. Who joins later under the name of a holder counts as one with the token.
 * @throws Failure FIELDS_INVALID
 */
async function readHolder(tx: Transaction, given: TokenWrite['holder']): Promise<ApiToken['holder']> {
  if ('name' in given) {
    const read = readName(given.name)
    if (await isNameTaken(tx, read)) throw wrongHolder(issueOn('name', 'name_of_staff', {}))
    return { id: null, name: read.name }
  }
  const person = await findPerson(tx.db, given.id)
  const isStaff = person?.is_sample === 0 && person.maker_id === null && person.status !== 'suspended'
  if (!isStaff) throw wrongHolder(issueOn('id', 'wrong_value', { label: 'holder' }))
  return { id: person.id, name: person.name }
}

function wrongHolder(error: Issue): Failure {
  return new Failure('FIELDS_INVALID', { errors: [{ within: 'holder', ...error }] })
}

/** @throws Failure FIELDS_INVALID with an error for each that is no address, and for none where that is not what was asked for */
function readAddresses({ addresses, anyAddress = false }: Pick<TokenWrite, 'addresses' | 'anyAddress'>) {
  if (anyAddress !== (addresses.length === 0))
    throw new Failure('FIELDS_INVALID', { errors: [issueOn('addresses', 'addresses_or_any', {})] })
  const texts = addresses.map((text) => text.trim())
  const ranges = texts.map(readRange)
  const errors = texts.flatMap((text, index) =>
    ranges[index] === undefined
      ? [{ within: 'addresses', ...issueOn(String(index), 'not_an_address', { given: text }) }]
      : [],
  )
  if (errors.length > 0) throw new Failure('FIELDS_INVALID', { errors })
  if (areTooMany(ranges.filter((range) => range !== undefined)))
    throw new Failure('FIELDS_INVALID', { errors: [issueOn('addresses', 'addresses_or_any', {})] })
  return [...new Set(texts)]
}
