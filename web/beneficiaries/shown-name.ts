import type { Beneficiary } from '#shared/api/beneficiary.ts'
import { t } from '../language/translate.ts'

/** The name of a beneficiary, or of a payout's. What stands in the place of an erased one is no name: it is said in the page's language. */
export function shownName({ name, erasedAt }: Pick<Beneficiary, 'name' | 'erasedAt'>): string {
  return erasedAt === null ? name : t('beneficiaries.name.erased')
}
