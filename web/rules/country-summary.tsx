import type { CountryRules } from '#shared/api/rules.ts'
import { issueText } from '../language/issue-text.ts'
import { t } from '../language/translate.ts'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import type { FoundRules } from './rule-search.ts'
import { RulesSection } from './sections.tsx'
import { type ValidationId, validationNeedsTitle, validationTitle } from './validation-rules.ts'

/** The country in a few lines, with links to the sections of the page. */
export function CountrySummary({ rules, all }: { readonly rules: CountryRules; readonly all: FoundRules }) {
  const { code, currency, currencies, notice, methods } = rules
  const others = currencies.filter((other) => other !== currency)
  return (
    <RulesSection id="summary" title={t('rules.section.inShort')}>
      <Ledger label={t('rules.section.inShort')}>
        <LedgerRow name={t('rules.summary.countryCode')} value={code} mono />
        <LedgerRow name={t('rules.summary.currency')} value={currency} mono missing={t('rules.cell.noPayouts')} />
        {others.length > 0 && <LedgerRow name={t('rules.summary.alsoAllowed')} value={others.join(', ')} mono />}
        {methods.map((method) => (
          <LedgerRow
            key={method.id}
            name={method.label}
            value={method.summary}
            note={method.notices?.join(' ')}
            tone="info"
          />
        ))}
        {notice !== undefined && <LedgerRow name={t('rules.summary.toKnow')} value={notice} />}
        {all.validations.map(({ id, whyNot }) => (
          <LedgerRow
            key={id}
            name={validationTitle(id)}
            value={whyNot === undefined ? <Offered id={id} /> : issueText(whyNot)}
          />
        ))}
      </Ledger>
      <nav className="screen-only" aria-label={t('rules.section.onThisPage')}>
        <Contents all={all} />
      </nav>
    </RulesSection>
  )
}

function Offered({ id }: { readonly id: ValidationId }) {
  return (
    <>
      {t('rules.summary.offered')}{' '}
      <a className="screen-only" href={`#${id}`}>
        {validationNeedsTitle(id)}
      </a>
    </>
  )
}

function Contents({ all }: { readonly all: FoundRules }) {
  const sections = [
    { id: 'fields', title: t('rules.section.fields'), count: all.fields.length },
    { id: 'documents', title: t('rules.section.documents'), count: all.documents.length },
    { id: 'account-types', title: t('rules.section.accountTypes'), count: all.accountTypes.length },
    { id: 'banks', title: t('rules.section.banks'), count: all.banks.length },
    { id: 'validations', title: t('rules.section.validations'), count: all.validations.length },
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
