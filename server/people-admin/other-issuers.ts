import { isOf } from '../people/member.ts'
import { allPeople, type PersonRow, rightsIn } from '../people/people-rows.ts'
import { StoreError } from '../store/database-kind.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { suspend } from './people-admin.ts'

/*
 * A person is who they are under one identity provider: at another one they come as a different person, who could approve what they entered, or twice.
 */

/** @throws StoreError where people may act here whom the identity provider has not identified */
export async function requireOneIssuer(reader: Reader): Promise<void> {
  const { issuer } = reader
  const others = issuer === undefined ? [] : await identifiedByOthers(reader, issuer)
  if (issuer === undefined || others.length === 0) return
  const former = [...new Set(others.map((row) => row.issuer ?? 'SIGN_IN=accounts'))].join(', ')
  throw new StoreError(
    `OIDC_ISSUER is ${issuer}, where each of the ${others.length} people who are here from ${former} would come as another person and could approve twice: set it back, or suspend them with npm run people -- keep-only ${issuer}, as docs/sign-in.md says`,
  )
}

/** Suspends all whom another identity provider identified, or none, and takes their approvals back; by the command line. Answers how many. */
export async function suspendOthers(tx: Transaction, issuer: string): Promise<number> {
  const others = await identifiedByOthers(tx, issuer)
  for (const person of others) await suspend(tx, null, person, true)
  return others.length
}

/** Those with rights, now or once they sign in; whom names are taken on trust from have none. */
async function identifiedByOthers({ db, encryption }: Reader, issuer: string): Promise<readonly PersonRow[]> {
  const known = (await allPeople(db)).filter((row) => row.status !== 'suspended' && !isOf(issuer, row))
  return known.filter((row) => {
    const rights = rightsIn(encryption, row)
    return rights !== undefined && (row.issuer !== null || rights.roles.length > 0)
  })
}
