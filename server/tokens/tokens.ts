import { BlockList, isIP } from 'node:net'
import * as z from 'zod/mini'
import type { Person, SignInMode } from '#shared/api/session.ts'
import { type ApiToken, type TokenScope, tokenScopes } from '#shared/api/tokens.ts'
import { Failure } from '../kernel/failure.ts'
import type { Log } from '../kernel/log.ts'
import { hashOfSecret } from '../kernel/random-secret.ts'
import { createBackgroundWrites } from '../people/background-writes.ts'
import { type CheckedToken, may, memberIn } from '../people/member.ts'
import { changePerson, findPerson, type PersonRow, personNames } from '../people/people-rows.ts'
import { withdrawAll } from '../proposals/proposals.ts'
import { readRange } from '../settings/network-settings.ts'
import type { RecentSignIns } from '../store/audit/recent-sign-ins.ts'
import type { Reader, Store, Transaction } from '../store/store.ts'
import { allTokens, changeToken, findToken, noteTokenUse, type TokenRow } from './token-rows.ts'

/** What the merchant's own programs show to say whose they are. */
export interface Tokens {
  /** That a token was used is written in the background, at most once a minute. */
  check(text: string, address: string): Promise<CheckedToken>
  /** Resolves once nothing is being written. */
  settled(): Promise<void>
}

const minuteMs = 60_000

export function createTokens(store: Store, signIn: SignInMode, log: Log): Tokens {
  const background = createBackgroundWrites(store, log)
  return {
    async check(text, address) {
      const found = await findToken(store, hashOfSecret(text))
      if (found === undefined) return { refused: 'unknown' }
      const { token, maker } = found
      const { id, name } = found.person
      // A row that was put back shows it as one that is not.
      const log = await store.recentSignIns()
      const state = log.isRevoked(token) ? 'revoked' : stateOf({ ...store, log }, signIn, token, maker)
      if (state !== 'live') return { refused: state, person: { id, name } }
      const person = found.person.maker_id === null ? undefined : memberIn(store, signIn, found.person)
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

/** From now on a token that was proposed opens what it is for. @throws Failure NOT_FOUND */
export async function admitToken(tx: Transaction, id: string): Promise<void> {
  const token = (await allTokens(tx)).find((one) => one.id === id)
  if (token === undefined) throw new Failure('NOT_FOUND')
  await changeToken(tx, token, { confirmed_at: tx.now().toISOString() })
}

/** All tokens, the newest first. */
export async function listTokens(reader: Reader, signIn: SignInMode): Promise<readonly ApiToken[]> {
  const rows = await allTokens(reader)
  const makers = new Map<string, PersonRow | undefined>()
  for (const id of new Set(rows.map(({ maker_id }) => maker_id))) makers.set(id, await findPerson(reader.db, id))
  const personOf = await personNames(
    reader.db,
    rows.map(({ holder_id }) => holder_id),
  )
  const log = await reader.recentSignIns()
  return rows.map((row) => {
    const maker = makers.get(row.maker_id)
    const holder = row.holder_id === null ? { id: null, name: row.holder_name ?? '' } : personOf(row.holder_id)
    const owners = { maker: { id: row.maker_id, name: maker?.name ?? '' }, holder }
    return presented(row, owners, log.isRevoked(row) ? 'revoked' : stateOf({ ...reader, log }, signIn, row, maker))
  })
}

/**
 * Takes a token away for good; once more changes nothing. Audited.
 * @throws Failure NOT_FOUND
 */
export async function revokeToken(tx: Transaction, byId: string, id: string): Promise<void> {
  const token = (await allTokens(tx)).find((one) => one.id === id)
  // A row that is hidden meanwhile would else open again what it is for once it is put back.
  const isKnown = token !== undefined || (await tx.entriesAbout([id])).some(({ action }) => action === 'token.made')
  if (!isKnown) throw new Failure('NOT_FOUND')
  if (token === undefined) await auditRevoked(tx, byId, id)
  else if (token.revoked_at === null) await revoke(tx, byId, token)
}

/** Revokes those of all tokens that are meant, by an admin or the command line; answers how many there were. Audited. */
export async function revokeAll(
  tx: Transaction,
  byId: string | null,
  isMeant: (token: TokenRow) => boolean,
): Promise<number> {
  const live = (await allTokens(tx)).filter((token) => token.revoked_at === null && isMeant(token))
  for (const token of live) await revoke(tx, byId, token)
  return live.length
}

async function revoke(tx: Transaction, byId: string | null, token: TokenRow): Promise<void> {
  await changeToken(tx, token, { revoked_at: tx.now().toISOString() })
  await withdrawAll(tx, byId, ({ thing_id }) => thing_id === token.id)
  const person = await findPerson(tx.db, token.id)
  if (person !== undefined) await changePerson(tx, person, { status: 'suspended' })
  await auditRevoked(tx, byId, token.id)
}

function auditRevoked(tx: Transaction, byId: string | null, id: string): Promise<void> {
  return tx.audit({ personId: byId, action: 'token.revoked', thing: { type: 'person', id } })
}

/** Whether a token opens anything; and if not, why. It is worth no more than the admin who made it. */
function stateOf(
  reader: Reader & { readonly log: RecentSignIns },
  signIn: SignInMode,
  token: TokenRow,
  makerRow: PersonRow | undefined,
): ApiToken['state'] {
  if (token.revoked_at !== null) return 'revoked'
  if (token.expires_at <= reader.now().toISOString()) return 'expired'
  if (token.confirmed_at === null) return 'proposed'
  const maker = makerRow && memberIn(reader, signIn, makerRow)
  if (maker === undefined || !may(maker, 'manage')) return 'maker'
  return signIn === 'oidc' && !areIdentified(reader, [token.maker_id, token.holder_id]) ? 'unseen' : 'live'
}

/** Roles read from a provider count so long for tokens: a person who has lost theirs does not sign in again to have that read. */
const identifiedForMs = 30 * 24 * 60 * minuteMs

function areIdentified(
  { log, now }: Pick<Reader, 'now'> & { readonly log: RecentSignIns },
  ids: readonly (string | null)[],
): boolean {
  const since = new Date(now().getTime() - identifiedForMs).toISOString()
  return ids.every((id) => id === null || (log.identifiedAt(id) ?? '') >= since)
}

export function presented(
  token: TokenRow,
  { maker, holder }: { readonly maker: Person; readonly holder: ApiToken['holder'] },
  state: ApiToken['state'],
): ApiToken {
  return {
    id: token.id,
    name: token.name,
    scopes: [...scopesOf(token)],
    addresses: [...addressesOf(token)],
    maker: { id: maker.id, name: maker.name },
    holder: { id: holder.id, name: holder.name },
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

function isWithin(addresses: readonly string[], address: string): boolean {
  if (addresses.length === 0) return true
  const list = new BlockList()
  for (const text of addresses) {
    const range = readRange(text)
    if (range !== undefined) list.addSubnet(range.address, range.bits, range.family)
  }
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
