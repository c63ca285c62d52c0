import { useId } from 'react'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import type { CheckRules } from './check-rows.ts'
import styles from './rules.module.css'
import { RulesSection } from './rules-section.tsx'

/** What the identity and the bank check need, or why they are not offered. */
export function CheckSection({ checks }: { readonly checks: readonly CheckRules[] }) {
  if (checks.length === 0) return null
  return (
    <RulesSection id="checks" title="Checks">
      {checks.map((check) => (
        <Check key={check.id} check={check} />
      ))}
    </RulesSection>
  )
}

function Check({ check: { id, title, whyNot, needs } }: { readonly check: CheckRules }) {
  const titleId = useId()
  return (
    <article className={styles.group} id={id} tabIndex={-1} aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      {whyNot !== undefined && <p>{whyNot}</p>}
      {needs.length > 0 && (
        <Ledger label={`What the ${title.toLowerCase()} needs`}>
          {needs.map(({ name, value }) => (
            <LedgerRow key={name} name={name} value={value} />
          ))}
        </Ledger>
      )}
    </article>
  )
}
