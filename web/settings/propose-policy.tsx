import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type RulesByCurrency, ruleScopes } from '#shared/api/policy.ts'
import { proposalsSchema } from '#shared/api/proposals.ts'
import { currencyDecimals } from '#shared/countries/rule-book.ts'
import { postJson } from '../api/api.ts'
import { t } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { linesOf, type PolicyRuleLine } from '../proposals/policy-rules.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { SelectField } from '../ui/choice-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './settings.module.css'

export interface ProposePolicyProps {
  readonly currencies: RulesByCurrency
  readonly onClose: () => void
}

const codes = Object.keys(currencyDecimals).toSorted()

const emptyLine: PolicyRuleLine = { currency: '', above: '', approvals: 2, appliesTo: 'payout' }

/** All proposed rules, one line each. */
export function ProposePolicy({ currencies, onClose }: ProposePolicyProps) {
  const [lines, setLines] = useState(() =>
    numbered([...linesOf(currencies), ...(linesOf(currencies).length === 0 ? [emptyLine] : [])]),
  )
  const [isAsked, setIsAsked] = useState(false)
  const proposing = useProposePolicy()
  const isComplete = lines.every(({ line }) => line.currency !== '' && line.above.trim() !== '')
  const change = (wanted: number, part: Partial<PolicyRuleLine>) =>
    setLines(lines.map((one) => (one.id === wanted ? { ...one, line: { ...one.line, ...part } } : one)))

  return (
    <Dialog wide title={t('settings.policy.change')} description={t('settings.policy.twoAdmins')} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setIsAsked(true)
          if (isComplete && !proposing.isPending)
            proposing.mutate(rulesOf(lines.map(({ line }) => line)), { onSuccess: onClose })
        }}
      >
        {lines.length === 0 && <p className={styles.quiet}>{t('settings.policy.oneAlways')}</p>}
        {lines.map(({ id, line }, place) => (
          <RuleLine
            key={id}
            id={id}
            place={place + 1}
            line={line}
            isAsked={isAsked}
            onChange={(part) => change(id, part)}
            onRemove={() => setLines(lines.filter((one) => one.id !== id))}
          />
        ))}
        <Actions>
          <Button
            small
            onClick={() => setLines([...lines, { id: Math.max(0, ...lines.map(({ id }) => id)) + 1, line: emptyLine }])}
          >
            {t('settings.policy.addLine')}
          </Button>
        </Actions>
        <PayoutActionFailure error={proposing.error} />
        <Actions>
          <Button kind="primary" type="submit" busy={proposing.isPending}>
            {t('settings.policy.propose')}
          </Button>
          <Button onClick={onClose}>{t('settings.cancel')}</Button>
        </Actions>
      </form>
    </Dialog>
  )
}

/** Proposes rules, in place of the policy that waits to be confirmed. */
export function useProposePolicy() {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: (currencies: RulesByCurrency) =>
      postJson('/api/approval-policy/proposals', { currencies }, proposalsSchema),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['proposals'] })
      announce(t('proposals.isProposed'))
    },
  })
}

interface RuleLineProps {
  /** Distinguishes its fields from those of other lines. */
  readonly id: number
  /** The number of the line, from 1. */
  readonly place: number
  readonly line: PolicyRuleLine
  /** Whether missing values are marked. */
  readonly isAsked: boolean
  readonly onChange: (part: Partial<PolicyRuleLine>) => void
  readonly onRemove: () => void
}

function RuleLine({ id, place, line, isAsked, onChange, onRemove }: RuleLineProps) {
  return (
    <fieldset className={styles.line}>
      <legend className="sr-only">{t('settings.policy.line', { place })}</legend>
      <SelectField
        name={`currency-${id}`}
        label={t('limits.currency')}
        options={codes.map((code) => ({ value: code, label: code }))}
        value={line.currency}
        onChange={(currency) => onChange({ currency })}
        error={isAsked && line.currency === '' ? t('settings.policy.currencyMissing') : undefined}
      />
      <TextField
        name={`above-${id}`}
        label={t('settings.policy.above')}
        inputMode="decimal"
        value={line.above}
        onChange={(above) => onChange({ above })}
        error={isAsked && line.above.trim() === '' ? t('settings.policy.amountMissing') : undefined}
      />
      <SelectField
        name={`scope-${id}`}
        label={t('settings.policy.of')}
        options={ruleScopes.map((value) => ({
          value,
          label: t(`settings.policy.scope.${value}`),
        }))}
        value={line.appliesTo}
        onChange={(value) => onChange({ appliesTo: ruleScopes.find((scope) => scope === value) ?? 'payout' })}
      />
      <SelectField
        name={`approvals-${id}`}
        label={t('settings.policy.takes')}
        options={([1, 2] as const).map((count) => ({
          value: `${count}`,
          label: t('settings.policy.approvals', { count }),
        }))}
        value={`${line.approvals}`}
        onChange={(value) => onChange({ approvals: value === '1' ? 1 : 2 })}
      />
      <Button kind="link" small label={t('settings.policy.removeLine', { place })} onClick={onRemove}>
        {t('settings.policy.remove')}
      </Button>
    </fieldset>
  )
}

/** Lines with unique ids, so that equal ones are distinguished when some are removed. */
function numbered(lines: readonly PolicyRuleLine[]) {
  return lines.map((line, id) => ({ id, line }))
}

function rulesOf(lines: readonly PolicyRuleLine[]): RulesByCurrency {
  const currencies = [...new Set(lines.map(({ currency }) => currency))]
  return Object.fromEntries(
    currencies.map((wanted) => [
      wanted,
      lines
        .filter(({ currency }) => currency === wanted)
        .map(({ above, approvals, appliesTo }) => ({ above: above.trim(), approvals, appliesTo })),
    ]),
  )
}
