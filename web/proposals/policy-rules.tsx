import { type ApprovalRule, isCallBackScope, type RulesByCurrency } from '#shared/api/policy.ts'
import { amountWords } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import styles from './proposals.module.css'

/** The rules of an approval policy, a line each. */
export function PolicyRules({ currencies }: { readonly currencies: RulesByCurrency }) {
  const all = linesOf(currencies)
  const lines = all.filter((line) => !isOfAllDetails(line))
  if (all.length === 0) return <p className={styles.quiet}>{t('settings.policy.oneAlways')}</p>
  return (
    <ul className={styles.rules}>
      {lines.map(({ currency, above, approvals, appliesTo }) => (
        <li key={`${currency} ${above} ${appliesTo}`}>
          {isCallBackScope(appliesTo)
            ? t('settings.policy.calledRule', { amount: amountWords(above, currency), appliesTo })
            : t('settings.policy.rule', { amount: amountWords(above, currency), approvals, appliesTo })}
        </li>
      ))}
      {([1, 2] as const).map((approvals) => {
        const codes = all
          .filter((line) => isOfAllDetails(line) && line.approvals === approvals)
          .map((line) => line.currency)
        if (codes.length === 0) return null
        return (
          <li key={approvals} className={styles.whole}>
            {t('settings.policy.detailsRule', { currencies: codes.join(', '), approvals })}
          </li>
        )
      })}
    </ul>
  )
}

/** The same in each currency, so one line is enough. */
function isOfAllDetails({ appliesTo, above }: ApprovalRule): boolean {
  return appliesTo === 'details' && above === '0'
}

/** One rule of a currency, as a line of the form. */
export type PolicyRuleLine = ApprovalRule & { readonly currency: string }

export function linesOf(currencies: RulesByCurrency): readonly PolicyRuleLine[] {
  return Object.entries(currencies)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([currency, rules]) => rules.map((rule) => ({ currency, ...rule })))
}
