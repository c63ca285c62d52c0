import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isCallBackScope, type RulesByCurrency, ruleScopes } from '#shared/api/policy.ts'
import { proposalsSchema } from '#shared/api/proposals.ts'
import { currencyDecimals } from '#shared/countries/rule-book.ts'
import { postJson } from '../api/api.ts'
import { t } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { linesOf, type PolicyRuleLine } from '../proposals/policy-rules.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { SelectField } from '../ui/choice-field.tsx'
import { goToFieldOnceShown } from '../ui/error-summary.tsx'
import { FormDialog } from '../ui/form.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useLines } from '../ui/use-lines.ts'
import styles from './settings.module.css'

export interface ProposePolicyProps {
  readonly currencies: RulesByCurrency
  readonly onClose: () => void
}

const codes = Object.keys(currencyDecimals).toSorted()

const emptyLine: PolicyRuleLine = { currency: '', above: '', approvals: 2, appliesTo: 'payout' }

/** All proposed rules, one line each. */
export function ProposePolicy({ currencies, onClose }: ProposePolicyProps) {
  const before = linesOf(currencies)
  const { lines, add, change, remove } = useLines(before.length === 0 ? [emptyLine] : before)
  const [isAsked, setIsAsked] = useState(false)
  const proposing = useProposePolicy()
  const isComplete = lines.every(({ currency, above }) => currency !== '' && above.trim() !== '')
  return (
    <FormDialog
      wide
      title={t('settings.policy.change')}
      description={t('settings.policy.twoAdmins')}
      action={t('settings.policy.propose')}
      isBusy={proposing.isPending}
      failure={<PayoutActionFailure error={proposing.error} />}
      onSubmit={() => {
        setIsAsked(true)
        if (isComplete) proposing.mutate(rulesOf(lines), { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      {lines.length === 0 && <p className={styles.quiet}>{t('settings.policy.oneAlways')}</p>}
      {lines.map((line, place) => (
        <RuleLine
          key={line.id}
          id={line.id}
          place={place + 1}
          line={line}
          isAsked={isAsked}
          onChange={(part) => change(line.id, part)}
          onRemove={() => remove(line.id)}
        />
      ))}
      <Actions>
        <Button small onClick={() => goToFieldOnceShown(`currency-${add(emptyLine)}`)}>
          {t('settings.policy.addLine')}
        </Button>
      </Actions>
    </FormDialog>
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
      {!isCallBackScope(line.appliesTo) && (
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
      )}
      <Button kind="link" small label={t('settings.policy.removeLine', { place })} onClick={onRemove}>
        {t('settings.policy.remove')}
      </Button>
    </fieldset>
  )
}

function rulesOf(lines: readonly PolicyRuleLine[]): RulesByCurrency {
  const currencies = [...new Set(lines.map(({ currency }) => currency))]
  return Object.fromEntries(
    currencies.map((wanted) => [
      wanted,
      lines
        .filter(({ currency }) => currency === wanted)
        .map(({ above, approvals, appliesTo }) => ({
          above: above.trim(),
          approvals: isCallBackScope(appliesTo) ? 1 : approvals,
          appliesTo,
        })),
    ]),
  )
}
