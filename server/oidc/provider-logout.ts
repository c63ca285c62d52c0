import { createHash } from 'node:crypto'
import { endMeant } from '../people/audited-ends.ts'
import { ceremonyLifeMs } from '../people/ceremonies.ts'
import { personByIdentity } from '../people/people-rows.ts'
import type { Transaction } from '../store/store.ts'
import type { Identity, ProviderLogout } from './claims.ts'
import { OidcFailure } from './oidc-failure.ts'

/**
 * Ends what the provider says it has ended: its session, or all of a person.
 * @throws OidcFailure not_trusted for a message that came before
 */
export async function endByProvider(tx: Transaction, logout: ProviderLogout): Promise<void> {
  const { id, issuer, subject, providerSession } = logout
  await tx.db.deleteFrom('logout_tokens').where('expires_at', '<=', tx.now().toISOString()).execute()
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('logout_tokens')
    .values({ id, expires_at: logout.expiresAt.toISOString() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new OidcFailure('not_trusted', 'logout token of before')
  if (providerSession !== undefined) {
    await markEnded(tx, markOf(issuer, 'session', providerSession), logout.expiresAt)
    await endMeant(tx, { by: 'provider_session', value: providerSession }, 'provider_logout')
    return
  }
  await markEnded(tx, markOf(issuer, 'person', subject ?? ''), new Date(tx.now().getTime() + ceremonyLifeMs))
  const person = await personByIdentity(tx.db, issuer, subject ?? '')
  if (person !== undefined) await endMeant(tx, { by: 'person_id', value: person.id }, 'provider_logout')
}

/** Whether the provider has ended its session, or all of the person, while they were on the way here since a time. */
export async function hasEnded(
  { db }: Transaction,
  { issuer, subject, providerSession }: Pick<Identity, 'issuer' | 'subject' | 'providerSession'>,
  since: Date,
): Promise<boolean> {
  const session = markOf(issuer, 'session', providerSession ?? '')
  const ended = await db
    .selectFrom('logout_tokens')
    .select(['id', 'expires_at'])
    .where('id', 'in', [session, markOf(issuer, 'person', subject)])
    .execute()
  return ended.some(
    ({ id, expires_at }) => id === session || Date.parse(expires_at) - ceremonyLifeMs >= since.getTime(),
  )
}

/** Remembers what was ended for longer than any sign-in takes. */
async function markEnded({ db }: Transaction, id: string, expiresAt: Date): Promise<void> {
  const expires_at = expiresAt.toISOString()
  await db
    .insertInto('logout_tokens')
    .values({ id, expires_at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ expires_at }))
    .execute()
}

function markOf(issuer: string, what: 'session' | 'person', name: string): string {
  return createHash('sha256').update(`${what} ${issuer} ${name}`).digest('base64url')
}
