import type { CountryRules } from '#shared/api/rules.ts'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import type { FoundRules } from './rule-search.ts'
import { RulesSection } from './rules-section.tsx'

/** The country in a few lines, and where on the page the rest stands. */
export function CountrySummary({ rules, all }: { readonly rules: CountryRules; readonly all: FoundRules }) {
  const { code, currency, currencies, notice, methods } = rules
  const others = currencies.filter((other) => other !== currency)
  return (
    <RulesSection id="summary" title="In short">
      <Ledger label="In short">
        <LedgerRow name="Country code" value={code} mono />
        <LedgerRow name="Currency" value={currency} mono missing="no payouts" />
        {others.length > 0 && <LedgerRow name="Also allowed" value={others.join(', ')} mono />}
        {methods.map((method) => (
          <LedgerRow
            key={method.id}
            name={method.label}
            value={method.summary}
            note={method.notices?.join(' ')}
            tone="info"
          />
        ))}
        {notice !== undefined && <LedgerRow name="To know" value={notice} />}
        {all.checks.map(({ id, title, whyNot }) => (
          <LedgerRow key={id} name={title} value={whyNot ?? <Offered id={id} check={title.toLowerCase()} />} />
        ))}
      </Ledger>
      <nav className="screen-only" aria-label="On this page">
        <Contents all={all} />
      </nav>
    </RulesSection>
  )
}

function Offered({ id, check }: { readonly id: string; readonly check: string }) {
  return (
    <>
      Offered.{' '}
      <a className="screen-only" href={`#${id}`}>
        What the {check} needs
      </a>
    </>
  )
}

function Contents({ all }: { readonly all: FoundRules }) {
  const sections = [
    { id: 'fields', title: 'Fields', count: all.fields.length },
    { id: 'documents', title: 'Documents', count: all.documents.length },
    { id: 'account-types', title: 'Account types', count: all.accountTypes.length },
    { id: 'banks', title: 'Banks', count: all.banks.length },
    { id: 'checks', title: 'Checks', count: all.checks.length },
  ]
  return (
    <p>
      {sections
        .filter(({ count }) => count > 0)
        .map(({ id, title }, place) => (
          <span key={id}>
            {place > 0 && ' · '}
            <a href={`#${id}`}>{title}</a>
          </span>
        ))}
    </p>
  )
}
