import type { Payout } from '#shared/api/payout.ts'
import { needsTerms } from '#shared/rule-book/currencies.ts'
import { t } from '../language/translate.ts'
import { Note } from '../ui/tone.tsx'

/** Explains the terms that a payout in US dollars accepts, as the request only says TermsApproved. */
export function TermsNote({ payout: { currencyCode } }: { readonly payout: Pick<Payout, 'currencyCode'> }) {
  return needsTerms(currencyCode) ? <Note>{t('payouts.facts.terms')}</Note> : null
}
