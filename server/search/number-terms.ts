import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Tables } from '../store/schema.ts'

/**
 * By which documents and accounts a beneficiary is found, also where no country is known: of what is saved, and of each payout, as an account of
 * before is still the person's.
 */
export async function numberTermsAbout(db: Kysely<Tables>, beneficiaryId: string): Promise<readonly string[]> {
  const { ofBeneficiary, ofPayouts } = numberTermsOf(db, beneficiaryId, ['d:', 'a:', 'n:'])
  const rows = await ofBeneficiary.union(ofPayouts).execute()
  return rows.map(({ term }) => term)
}

/** The same as queries, of the kinds of terms that begin so. */
export function numberTermsOf(db: Kysely<Tables>, beneficiaryId: string, kinds: readonly string[]) {
  const isNumber = (is: ExpressionBuilder<Tables, 'search_terms'>) =>
    is.or(kinds.map((kind) => is('term', 'like', `${kind}%`)))
  return {
    ofBeneficiary: db
      .selectFrom('search_terms')
      .select('term')
      .where(isNumber)
      .where('kind', '=', 'beneficiary')
      .where('thing_id', '=', beneficiaryId),
    // Joined from the payouts: asked for terms whose payout is among them, SQLite reads those of all payouts.
    ofPayouts: db
      .selectFrom('payouts')
      .innerJoin('search_terms', (join) =>
        join.onRef('search_terms.thing_id', '=', 'payouts.id').on('search_terms.kind', '=', 'payout'),
      )
      .select('search_terms.term')
      .where('payouts.beneficiary_id', '=', beneficiaryId)
      .where(isNumber),
  }
}
