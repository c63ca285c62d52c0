import { createHash } from 'node:crypto'
import { endMeant } from '../people/audited-ends.ts'
import { personByIdentity } from '../people/people-rows.ts'
import type { Transaction } from '../store/store.ts'
import type { ProviderLogout } from './claims.ts'
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
    await markEnded(tx, logout, providerSession)
    await endMeant(tx, { by: 'provider_session', value: providerSession }, 'provider_logout')
    return
  }
  const person = await personByIdentity(tx.db, issuer, subject ?? '')
  if (person !== undefined) await endMeant(tx, { by: 'person_id', value: person.id }, 'provider_logout')
}

/** Whether the provider has ended its session while a person was on the way here with it. */
export async function hasEnded({ db }: Transaction, issuer: string, providerSession: string): Promise<boolean> {
  const mark = db.selectFrom('logout_tokens').select('id').where('id', '=', markOf(issuer, providerSession))
  return (await mark.executeTakeFirst()) !== undefined
}

/** Remembers an ended session for longer than any sign-in takes. */
async function markEnded({ db }: Transaction, logout: ProviderLogout, providerSession: string): Promise<void> {
  await db
    .insertInto('logout_tokens')
    .values({ id: markOf(logout.issuer, providerSession), expires_at: logout.expiresAt.toISOString() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

function markOf(issuer: string, providerSession: string): string {
  return createHash('sha256').update(`session ${issuer} ${providerSession}`).digest('base64url')
}
