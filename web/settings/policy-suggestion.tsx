import { useState } from 'react'
import type { RulesByCurrency } from '#shared/api/policy.ts'
import { t } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { PolicyRules } from '../proposals/policy-rules.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { ProposePolicy, useProposePolicy } from './propose-policy.tsx'
import styles from './settings.module.css'

/** What the app itself proposes. An admin makes it theirs, changes it, or proposes to have no rules; another one then confirms that. */
export function PolicySuggestion({ currencies }: { readonly currencies: RulesByCurrency }) {
  const proposing = useProposePolicy()
  const [isChanging, setIsChanging] = useState(false)
  return (
    <div className={styles.suggestion}>
      <h3>{t('settings.policy.suggested')}</h3>
      <p>{t('settings.policy.suggestedWhy')}</p>
      <PolicyRules currencies={currencies} />
      <PayoutActionFailure error={proposing.error} />
      <Actions>
        <Button kind="primary" busy={proposing.isPending} onClick={() => proposing.mutate(currencies)}>
          {t('settings.policy.adopt')}
        </Button>
        <Button onClick={() => setIsChanging(true)}>{t('settings.policy.adapt')}</Button>
        <Button kind="quiet" busy={proposing.isPending} onClick={() => proposing.mutate({})}>
          {t('settings.policy.decline')}
        </Button>
      </Actions>
      {isChanging && <ProposePolicy currencies={currencies} onClose={() => setIsChanging(false)} />}
    </div>
  )
}
