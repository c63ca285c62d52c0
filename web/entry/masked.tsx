import type { Beneficiary } from '#shared/api/beneficiary.ts'
import { t } from '../language/translate.ts'

/** The name of a beneficiary, or of a payout's. What stands in the place of an erased one is no name: it is said in the page's language. */
export function shownName({ name, erasedAt }: Pick<Beneficiary, 'name' | 'erasedAt'>): string {
  return erasedAt === null ? name : t('beneficiaries.name.erased')
}

/** The end of a number, marked as one so that nobody takes it for the whole; an e-mail address as it is masked. */
export function MaskedEnding({ text }: { readonly text: string }) {
  return <code>{endingWords(text)}</code>
}

export function endingWords(text: string): string {
  return text.includes('@') ? text : `…${text}`
}
