import type { Kysely, Selectable } from 'kysely'
import type { PersonRow } from '../people/people-rows.ts'
import type { TokensTable } from '../store/people-tables.ts'
import { isIntact, rowMac } from '../store/row-mac.ts'
import type { Tables } from '../store/schema.ts'
import type { RowReader } from '../store/store.ts'

export type TokenRow = Selectable<TokensTable>

/** A token with the person that it is and the one who made it, as the rows have them. */
interface FoundToken {
  readonly token: TokenRow
  readonly person: PersonRow
  readonly maker: PersonRow
}

/** What every request of a program begins with: three indexed reads. Undefined where there is none, or the app did not write it. */
export async function findToken({ db, encryption }: RowReader, tokenHash: string): Promise<FoundToken | undefined> {
  const token = await db.selectFrom('tokens').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
  if (token === undefined || !isIntact(encryption, 'tokens', token)) return undefined
  const people = await db.selectFrom('people').selectAll().where('id', 'in', [token.id, token.maker_id]).execute()
  const [person, maker] = [token.id, token.maker_id].map((id) => people.find((one) => one.id === id))
  return person && maker && { token, person, maker }
}

/** Enters a token, whose row is vouched for. */
export async function addToken({ db, encryption }: RowReader, token: Omit<TokenRow, 'row_mac'>): Promise<TokenRow> {
  const whole = { ...token, row_mac: rowMac(encryption, 'tokens', token) }
  await db.insertInto('tokens').values(whole).execute()
  return whole
}

/** All tokens that the app made, the newest first: of one person, or of all. */
export async function allTokens({ db, encryption }: RowReader, makerId?: string): Promise<readonly TokenRow[]> {
  const all = db.selectFrom('tokens').selectAll().orderBy('created_at', 'desc').orderBy('id')
  const rows = await (makerId === undefined ? all : all.where('maker_id', '=', makerId)).execute()
  return rows.filter((row) => isIntact(encryption, 'tokens', row))
}

/** Notes that a token was confirmed, or taken away for good. */
export async function changeToken(
  { db, encryption }: RowReader,
  token: TokenRow,
  change: Partial<Pick<TokenRow, 'confirmed_at' | 'revoked_at'>>,
): Promise<void> {
  const next = { ...token, ...change }
  await db
    .updateTable('tokens')
    .set({ ...change, row_mac: rowMac(encryption, 'tokens', next) })
    .where('id', '=', token.id)
    .execute()
}

/** Notes a use of a token, unless another process has noted one since `before`. */
export async function noteTokenUse(db: Kysely<Tables>, id: string, at: string, before: string): Promise<void> {
  await db
    .updateTable('tokens')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where((is) => is.or([is('last_used_at', 'is', null), is('last_used_at', '<=', before)]))
    .execute()
}
