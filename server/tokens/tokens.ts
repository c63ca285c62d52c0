import { randomUUID } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import * as z from 'zod/mini'
import { issueOn } from '#shared/api/issue.ts'
import type { Person, SignInMode } from '#shared/api/session.ts'
import { type ApiToken, type NewToken, type TokenScope, type TokenWrite, tokenScopes } from '#shared/api/tokens.ts'
import { Failure } from '../kernel/failure.ts'
import type { Log } from '../kernel/log.ts'
import { hashOfSecret, makeSecret } from '../kernel/random-secret.ts'
import { createBackgroundWrites } from '../people/background-writes.ts'
import { type CheckedToken, type Member, may, memberIn } from '../people/member.ts'
import { readName } from '../people/people.ts'
import { addPerson, changePerson, findPerson, type PersonRow } from '../people/people-rows.ts'
import { propose, withdrawAll } from '../proposals/proposals.ts'
import { readRange } from '../settings/network-settings.ts'
import type { Reader, Store, Transaction } from '../store/store.ts'
import { addToken, allTokens, changeToken, findToken, noteTokenUse, type TokenRow } from './token-rows.ts'

/** What the merchant's own programs show to say whose they are. */
export interface Tokens {
  /** That a token was used is written in the background, at most once a minute. */
  check(text: string, address: string): Promise<CheckedToken>
  /** Resolves once nothing is being written. */
  settled(): Promise<void>
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export function createTokens(store: Store, signIn: SignInMode, log: Log): Tokens {
  const background = createBackgroundWrites(store, log)
  return {
    async check(text, address) {
      const found = await findToken(store, hashOfSecret(text))
      if (found === undefined) return { refused: 'unknown' }
      const { token, maker } = found
      const { id, name } = found.person
      // A row that was put back shows it as one that is not.
      const isRevoked = (await store.recentSignIns()).isRevoked(token.id)
      const state = isRevoked ? 'revoked' : stateOf(store, signIn, token, maker)
      if (state !== 'live') return { refused: state, person: { id, name } }
      const person = programIn(store, found.person)
      if (person === undefined) return { refused: 'unknown', person: { id, name } }
      if (!isWithin(addressesOf(token), address)) return { refused: 'address', person }
      const now = store.now().getTime()
      const [at, before] = [now, now - minuteMs].map((ms) => new Date(ms).toISOString())
      if (at !== undefined && before !== undefined && (token.last_used_at ?? '') <= before)
        background.later(token.id, ({ db }) => noteTokenUse(db, token.id, at, before))
      return { person, scopes: scopesOf(token), expiresAt: token.expires_at }
    },
    settled: background.settled,
  }
}

/** Who a token is: also where people's roles come from a provider, its own are those of its row. */
function programIn(reader: Reader, row: PersonRow): Member | undefined {
  return row.maker_id === null ? undefined : memberIn(reader, 'accounts', row)
}

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
  const addresses = readAddresses(write.addresses)
  await requireNewName(tx, maker.id, name)
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
    roles: JSON.stringify(scopes.includes('payouts:write') ? ['clerk'] : []),
  })
  const token = await addToken(tx, {
    id,
    token_hash: hashOfSecret(text),
    name,
    maker_id: maker.id,
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
    facts: { name: fullName, scopes, addresses, expiresAt: expires_at },
  })
  await propose(tx, maker, { kind: 'token', thingId: id, content: {} })
  return { token: text, details: presented(token, maker, 'proposed') }
}

/** From now on a token that was proposed opens what it is for. @throws Failure NOT_FOUND */
export async function admitToken(tx: Transaction, id: string): Promise<void> {
  const token = (await allTokens(tx)).find((one) => one.id === id)
  if (token === undefined) throw new Failure('NOT_FOUND')
  await changeToken(tx, token, { confirmed_at: tx.now().toISOString() })
}

/** Two active tokens of one name could not be distinguished when one is to be revoked. */
async function requireNewName(tx: Transaction, makerId: string, name: string): Promise<void> {
  const at = tx.now().toISOString()
  const others = (await allTokens(tx, makerId)).filter((token) => token.revoked_at === null && token.expires_at > at)
  if (others.some((token) => token.name === name))
    throw new Failure('FIELDS_INVALID', { errors: [issueOn('name', 'name_taken', {})] })
}

/** All tokens, the newest first. */
export async function listTokens(reader: Reader, signIn: SignInMode): Promise<readonly ApiToken[]> {
  const rows = await allTokens(reader)
  const makers = new Map<string, PersonRow | undefined>()
  for (const id of new Set(rows.map(({ maker_id }) => maker_id))) makers.set(id, await findPerson(reader.db, id))
  return rows.map((row) => {
    const maker = makers.get(row.maker_id)
    return presented(row, { id: row.maker_id, name: maker?.name ?? '' }, stateOf(reader, signIn, row, maker))
  })
}

/**
 * Takes a token away for good; once more changes nothing. Audited.
 * @throws Failure NOT_FOUND
 */
export async function revokeToken(tx: Transaction, byId: string, id: string): Promise<void> {
  const token = (await allTokens(tx)).find((one) => one.id === id)
  if (token === undefined) throw new Failure('NOT_FOUND')
  if (token.revoked_at === null) await revoke(tx, byId, token)
}

/** Revokes all tokens of a person who is no longer an admin, by an admin or the command line; answers how many there were. Audited. */
export async function revokeTokensOf(tx: Transaction, makerId: string, byId: string | null): Promise<number> {
  const live = (await allTokens(tx, makerId)).filter((token) => token.revoked_at === null)
  for (const token of live) await revoke(tx, byId, token)
  return live.length
}

async function revoke(tx: Transaction, byId: string | null, token: TokenRow): Promise<void> {
  await changeToken(tx, token, { revoked_at: tx.now().toISOString() })
  await withdrawAll(tx, byId, ({ thing_id }) => thing_id === token.id)
  const person = await findPerson(tx.db, token.id)
  if (person !== undefined) await changePerson(tx, person, { status: 'suspended' })
  await tx.audit({ personId: byId, action: 'token.revoked', thing: { type: 'person', id: token.id } })
}

/** Whether a token opens anything; and if not, why. It is worth no more than the admin who made it. */
function stateOf(
  reader: Reader,
  signIn: SignInMode,
  token: TokenRow,
  makerRow: PersonRow | undefined,
): ApiToken['state'] {
  if (token.revoked_at !== null) return 'revoked'
  if (token.expires_at <= reader.now().toISOString()) return 'expired'
  if (token.confirmed_at === null) return 'proposed'
  const maker = makerRow && memberIn(reader, signIn, makerRow)
  return maker !== undefined && may(maker, 'manage') ? 'live' : 'maker'
}

function presented(token: TokenRow, maker: Person, state: ApiToken['state']): ApiToken {
  return {
    id: token.id,
    name: token.name,
    scopes: [...scopesOf(token)],
    addresses: [...addressesOf(token)],
    maker: { id: maker.id, name: maker.name },
    createdAt: token.created_at,
    expiresAt: token.expires_at,
    lastUsedAt: token.last_used_at,
    state,
  }
}

function scopesOf({ scopes }: TokenRow): readonly TokenScope[] {
  return z.array(z.enum(tokenScopes)).parse(JSON.parse(scopes))
}

function addressesOf({ addresses }: TokenRow): readonly string[] {
  return z.array(z.string()).parse(JSON.parse(addresses))
}

/** @throws Failure FIELDS_INVALID with an error for each that is no address */
function readAddresses(given: readonly string[]): readonly string[] {
  const texts = given.map((text) => text.trim())
  const errors = texts.flatMap((text, index) =>
    readRange(text) === undefined
      ? [{ within: 'addresses', ...issueOn(String(index), 'not_an_address', { given: text }) }]
      : [],
  )
  if (errors.length > 0) throw new Failure('FIELDS_INVALID', { errors })
  return [...new Set(texts)]
}

function isWithin(addresses: readonly string[], address: string): boolean {
  if (addresses.length === 0) return true
  const list = new BlockList()
  for (const text of addresses) {
    const range = readRange(text)
    if (range !== undefined) list.addSubnet(range.address, range.bits, range.family)
  }
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
