import type { ApprovalRule, RulesByCurrency } from '#shared/api/policy.ts'
import { amountWords } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import styles from './proposals.module.css'

/** The rules of an approval policy, a line each. */
export function PolicyRules({ currencies }: { readonly currencies: RulesByCurrency }) {
  const lines = linesOf(currencies)
  if (lines.length === 0) return <p className={styles.quiet}>{t('settings.policy.oneAlways')}</p>
  return (
    <ul className={styles.rules}>
      {lines.map(({ currency, above, approvals, appliesTo }) => (
        <li key={`${currency} ${above} ${appliesTo}`}>
          {t('settings.policy.rule', { amount: amountWords(above, currency), approvals, appliesTo })}
        </li>
      ))}
    </ul>
  )
}

/** One rule of a currency, as a line of the form. */
export type PolicyRuleLine = ApprovalRule & { readonly currency: string }

export function linesOf(currencies: RulesByCurrency): readonly PolicyRuleLine[] {
  return Object.entries(currencies)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([currency, rules]) => rules.map((rule) => ({ currency, ...rule })))
}
