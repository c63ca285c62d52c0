import type { CountryRules } from '#shared/api/rules.ts'
import { issueText } from '../language/issue-words.ts'
import { say } from '../language/rule-words.ts'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import type { FoundRules } from './rule-search.ts'
import { RulesSection } from './rules-section.tsx'
import type { ValidationId } from './validation-rows.ts'
import { validationNeedsTitle, validationTitle } from './validation-words.ts'
import { t } from './words.ts'

/** The country in a few lines, and where on the page the rest stands. */
export function CountrySummary({ rules, all }: { readonly rules: CountryRules; readonly all: FoundRules }) {
  const { code, currency, currencies, notice, methods } = rules
  const others = currencies.filter((other) => other !== currency)
  return (
    <RulesSection id="summary" title={t('section.inShort')}>
      <Ledger label={t('section.inShort')}>
        <LedgerRow name={t('summary.countryCode')} value={code} mono />
        <LedgerRow name={t('summary.currency')} value={currency} mono missing={t('cell.noPayouts')} />
        {others.length > 0 && <LedgerRow name={t('summary.alsoAllowed')} value={others.join(', ')} mono />}
        {methods.map((method) => (
          <LedgerRow
            key={method.id}
            name={say(method.label)}
            value={say(method.summary)}
            note={method.notices?.map(say).join(' ')}
            tone="info"
          />
        ))}
        {notice !== undefined && <LedgerRow name={t('summary.toKnow')} value={say(notice)} />}
        {all.checks.map(({ id, whyNot }) => (
          <LedgerRow
            key={id}
            name={validationTitle(id)}
            value={whyNot === undefined ? <Offered id={id} /> : issueText(whyNot)}
          />
        ))}
      </Ledger>
      <nav className="screen-only" aria-label={t('section.onThisPage')}>
        <Contents all={all} />
      </nav>
    </RulesSection>
  )
}

function Offered({ id }: { readonly id: ValidationId }) {
  return (
    <>
      {t('summary.offered')}{' '}
      <a className="screen-only" href={`#${id}`}>
        {validationNeedsTitle(id)}
      </a>
    </>
  )
}

function Contents({ all }: { readonly all: FoundRules }) {
  const sections = [
    { id: 'fields', title: t('section.fields'), count: all.fields.length },
    { id: 'documents', title: t('section.documents'), count: all.documents.length },
    { id: 'account-types', title: t('section.accountTypes'), count: all.accountTypes.length },
    { id: 'banks', title: t('section.banks'), count: all.banks.length },
    { id: 'checks', title: t('section.checks'), count: all.checks.length },
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
