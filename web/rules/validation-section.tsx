import { useId } from 'react'
import { issueText } from '../language/issue-text.ts'
import { t } from '../language/translate.ts'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import styles from './rules.module.css'
import { RulesSection } from './rules-section.tsx'
import type { ValidationRules } from './validation-rows.ts'
import { needTitle, needWords, validationNeedsTitle, validationTitle } from './validation-words.ts'

/** What the identity and the bank check need, or why they are not offered. */
export function ValidationSection({ checks }: { readonly checks: readonly ValidationRules[] }) {
  if (checks.length === 0) return null
  return (
    <RulesSection id="checks" title={t('rules.section.checks')}>
      {checks.map((check) => (
        <Check key={check.id} check={check} />
      ))}
    </RulesSection>
  )
}

function Check({ check: { id, whyNot, needs } }: { readonly check: ValidationRules }) {
  const titleId = useId()
  return (
    <article className={styles.group} id={id} tabIndex={-1} aria-labelledby={titleId}>
      <h3 id={titleId}>{validationTitle(id)}</h3>
      {whyNot !== undefined && <p>{issueText(whyNot)}</p>}
      {needs.length > 0 && (
        <Ledger label={validationNeedsTitle(id)}>
          {needs.map((need) => (
            <LedgerRow key={need.of} name={needTitle(need)} value={needWords(need)} />
          ))}
        </Ledger>
      )}
    </article>
  )
}
