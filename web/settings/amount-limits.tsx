import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { type AmountLimit, amountLimitsSchema } from '#shared/api/amount-limit.ts'
import { currencyDecimals } from '#shared/countries/rule-book.ts'
import { ApiProblem, getJson, putSetting, reasonOf } from '../api/api.ts'
import { Amount, amountWords } from '../entry/payout-words.tsx'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { useTexts } from '../screen/use-texts.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/choice-field.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { Form } from '../ui/form.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './settings.module.css'

const queryKey = ['amount-limits'] as const

const currencies = Object.keys(currencyDecimals).toSorted()

/** The amounts above which payouts get a warning, by currency. Admins set them, and the audit log records who did. */
export function AmountLimits() {
  const titleId = useId()
  const { data, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await getJson('/api/amount-limits', amountLimitsSchema, { signal })).items,
  })
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{t('limits.title')}</h2>
      <p>{t('limits.why')}</p>
      {error !== null && <Callout tone="error" title={reasonOf(error)} />}
      {data !== undefined && data.length > 0 && (
        <Ledger label={t('limits.title')}>
          {data.map(({ currencyCode, amount, updatedBy }) => (
            <LedgerRow
              key={currencyCode}
              name={currencyCode}
              value={<Amount amount={amount} currencyCode={currencyCode} />}
              note={t('limits.setBy', { name: updatedBy.name })}
            />
          ))}
        </Ledger>
      )}
      {data !== undefined && <LimitForm limits={data} />}
    </section>
  )
}

function LimitForm({ limits }: { readonly limits: readonly AmountLimit[] }) {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const { texts, set, field, isSound } = useTexts('limit', { currency: '', amount: '' }, (typed) => ({
    currency: typed.currency === '' && t('settings.policy.currencyMissing'),
    amount: typed.amount.trim() === '' && t('settings.policy.amountMissing'),
  }))
  const { currency, amount } = texts
  const isSet = limits.some(({ currencyCode }) => currencyCode === currency)
  const setting = useMutation({
    mutationFn: (text: string) =>
      putSetting(`/api/amount-limits/${encodeURIComponent(currency)}`, { amount: text }, amountLimitsSchema),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })

  async function save(text: string) {
    try {
      const { items } = await setting.mutateAsync(text)
      const limit = items.find(({ currencyCode }) => currencyCode === currency)
      announce(
        limit === undefined
          ? t('limits.removed', { currency })
          : t('limits.saved', { amount: amountWords(limit.amount, currency) }),
      )
      set('amount', '')
      goToField('limitCurrency')
    } catch {
      // The failure is shown at the field.
    }
  }

  return (
    <Form
      action={t('limits.set')}
      kind="quiet"
      isBusy={setting.isPending}
      onSubmit={() => isSound() && void save(amount)}
      more={
        isSet && (
          <Button busy={setting.isPending} onClick={() => void save('')}>
            {t('limits.remove', { currency })}
          </Button>
        )
      }
    >
      <div className={styles.fields}>
        <SelectField
          {...field('currency')}
          label={t('limits.currency')}
          options={currencies.map((code) => ({ value: code, label: code }))}
        />
        <TextField
          {...field('amount')}
          label={t('limits.amount')}
          inputMode="decimal"
          narrow
          {...(setting.error !== null && { error: whyNot(setting.error) })}
        />
      </div>
    </Form>
  )
}

function whyNot(failure: Error): string {
  return failure instanceof ApiProblem ? problemDetail(failure.problem) : reasonOf(failure)
}
