import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { outcomesAnswerSchema, type StatedOutcome } from '#shared/api/outcome.ts'
import type { Payout } from '#shared/api/payout.ts'
import { isDecimalText } from '#shared/api/payout-search.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { postJson, reasonOf } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { useTexts } from '../screen/use-texts.ts'
import { FormDialog } from '../ui/form.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { TextField } from '../ui/text-field.tsx'
import { OutcomeChoice } from './outcome-choice.tsx'

interface StateOutcomeProps {
  readonly payout: Payout
  readonly onClose: () => void
}

/** Asks for the outcome of a payout; for one in US dollars also for the amounts in the provider's webhook. */
export function StateOutcome({ payout, onClose }: StateOutcomeProps) {
  const [outcome, setOutcome] = useState<StatedOutcome>()
  const local = isCountryCode(payout.country) ? ruleBook[payout.country].currency : undefined
  const hasAmounts = payout.currencyCode === 'USD' && outcome === 'paid'
  const wrongAmount = (text: string) => text !== '' && !isDecimalText(text) && t('outcomes.amount.wrong')
  const blank = { words: '', paid: '', settlement: '' }
  const { texts, field, isSent, isSound } = useTexts('outcome', blank, ({ paid, settlement }) => ({
    paid: hasAmounts && wrongAmount(paid),
    settlement: hasAmounts && wrongAmount(settlement),
  }))
  const { paid, settlement } = texts
  const words = texts.words.trim()
  const amounts = {
    ...(paid !== '' && { paidAmount: paid, ...(local !== undefined && { paidCurrencyCode: local }) }),
    ...(settlement !== '' && { settlementAmount: settlement, settlementCurrencyCode: 'USD' }),
  }
  const stating = useStating(
    { payoutId: payout.id, outcome, ...(words !== '' && { words }), ...(hasAmounts && amounts) },
    onClose,
  )
  const refusal = stating.error === null ? stating.data && problemDetail(stating.data) : reasonOf(stating.error)
  const amount = { optional: true, narrow: true, inputMode: 'decimal' } as const
  return (
    <FormDialog
      title={t('outcomes.state')}
      description={t('outcomes.ownWord')}
      action={t('outcomes.save')}
      isBusy={stating.isPending}
      failure={refusal}
      onSubmit={() => isSound() && outcome !== undefined && stating.mutate()}
      onClose={onClose}
    >
      <OutcomeChoice
        outcome={outcome}
        onChange={setOutcome}
        error={isSent && outcome === undefined ? t('outcomes.choose') : undefined}
      />
      <TextField {...field('words')} label={t('outcomes.words')} optional />
      {hasAmounts && (
        <>
          <TextField {...field('paid')} {...amount} label={t('outcomes.paidAmount')} suffix={local} />
          <TextField {...field('settlement')} {...amount} label={t('outcomes.settlementAmount')} suffix="USD" />
        </>
      )}
    </FormDialog>
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
