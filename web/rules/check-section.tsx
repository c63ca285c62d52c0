import { useId } from 'react'
import { remarkText } from '../language/remark-words.ts'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import type { CheckRules } from './check-rows.ts'
import { checkNeedsTitle, checkTitle, needTitle, needWords } from './check-words.ts'
import styles from './rules.module.css'
import { RulesSection } from './rules-section.tsx'
import { t } from './words.ts'

/** What the identity and the bank check need, or why they are not offered. */
export function CheckSection({ checks }: { readonly checks: readonly CheckRules[] }) {
  if (checks.length === 0) return null
  return (
    <RulesSection id="checks" title={t('section.checks')}>
      {checks.map((check) => (
        <Check key={check.id} check={check} />
      ))}
    </RulesSection>
  )
}

function Check({ check: { id, whyNot, needs } }: { readonly check: CheckRules }) {
  const titleId = useId()
  return (
    <article className={styles.group} id={id} tabIndex={-1} aria-labelledby={titleId}>
      <h3 id={titleId}>{checkTitle(id)}</h3>
      {whyNot !== undefined && <p>{remarkText(whyNot)}</p>}
      {needs.length > 0 && (
        <Ledger label={checkNeedsTitle(id)}>
          {needs.map((need) => (
            <LedgerRow key={need.of} name={needTitle(need)} value={needWords(need)} />
          ))}
        </Ledger>
      )}
    </article>
  )
}
