import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { outcomesAnswerSchema, type StatedOutcome, statedOutcomes } from '#shared/api/outcome.ts'
import type { Payout } from '#shared/api/payout.ts'
import { isDecimalText } from '#shared/api/payout-search.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { postJson, reasonOf } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { ChoiceField } from '../ui/choice-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Callout } from '../ui/tone.tsx'

interface StateOutcomeProps {
  readonly payout: Payout
  readonly onClose: () => void
}

/** Asks for the outcome of a payout; for one in US dollars also for the amounts in the provider's webhook. */
export function StateOutcome({ payout, onClose }: StateOutcomeProps) {
  const [outcome, setOutcome] = useState<StatedOutcome>()
  const [words, setWords] = useState('')
  const [paid, setPaid] = useState('')
  const [settled, setSettled] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const local = isCountryCode(payout.country) ? ruleBook[payout.country].currency : undefined
  const hasAmounts = payout.currencyCode === 'USD' && outcome === 'paid'
  const wrongAmount = (text: string) => (text === '' || isDecimalText(text) ? undefined : t('outcomes.amount.wrong'))
  const amounts = {
    ...(paid !== '' && { paidAmount: paid, ...(local !== undefined && { paidCurrencyCode: local }) }),
    ...(settled !== '' && { settlementAmount: settled, settlementCurrencyCode: 'USD' }),
  }
  const stating = useStating(
    { payoutId: payout.id, outcome, ...(words.trim() !== '' && { words: words.trim() }), ...(hasAmounts && amounts) },
    onClose,
  )
  const isWrong = outcome === undefined || (hasAmounts && [paid, settled].some((text) => wrongAmount(text)))
  const save = () => {
    setIsAsked(true)
    if (!isWrong) stating.mutate()
  }
  return (
    <Dialog title={t('outcomes.state')} description={t('outcomes.ownWord')} onClose={onClose}>
      <ChoiceField
        name="outcome"
        label={t('outcomes.which')}
        value={outcome ?? ''}
        onChange={(value) => setOutcome(statedOutcomes.find((one) => one === value))}
        choices={statedOutcomes.map((value) => ({ value, label: t(`outcomes.choice.${value}`) }))}
        error={isAsked && outcome === undefined ? t('outcomes.choose') : undefined}
      />
      <TextField name="words" label={t('outcomes.words')} optional value={words} onChange={setWords} />
      {hasAmounts && (
        <>
          <TextField
            name="paidAmount"
            label={t('outcomes.paidAmount')}
            optional
            narrow
            inputMode="decimal"
            value={paid}
            onChange={setPaid}
            suffix={local}
            error={isAsked ? wrongAmount(paid) : undefined}
          />
          <TextField
            name="settlementAmount"
            label={t('outcomes.settlementAmount')}
            optional
            narrow
            inputMode="decimal"
            value={settled}
            onChange={setSettled}
            suffix="USD"
            error={isAsked ? wrongAmount(settled) : undefined}
          />
        </>
      )}
      {stating.error !== null && <Callout tone="error" title={reasonOf(stating.error)} />}
      {stating.data !== undefined && <Callout tone="error" title={problemDetail(stating.data)} />}
      <Actions>
        <Button kind="primary" busy={stating.isPending} onClick={save}>
          {t('outcomes.save')}
        </Button>
        <Button onClick={onClose}>{t('outcomes.leave')}</Button>
      </Actions>
    </Dialog>
  )
}

/** Returns the problem of an outcome that is refused. */
function useStating(statement: object, onDone: () => void) {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    async mutationFn() {
      const [answer] = (await postJson('/api/outcomes', { outcomes: [statement] }, outcomesAnswerSchema)).outcomes
      return answer !== undefined && 'problem' in answer ? answer.problem : undefined
    },
    onSuccess: (problem) => {
      if (problem !== undefined) return
      announce(t('outcomes.saved'))
      onDone()
    },
    onSettled: () => void invalidateAll(queryClient),
  })
}
