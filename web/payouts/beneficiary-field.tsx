import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Beneficiary, beneficiaryPageSchema } from '#shared/api/beneficiary.ts'
import { postJson, reasonOf, searchRefusal } from '../api/api.ts'
import { countryName } from '../entry/country-options.ts'
import type { EntryForm } from '../entry/entry-form.tsx'
import { type ChosenBeneficiary, withPaymentOf } from '../entry/form-content.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { ComboboxPopup } from '../ui/combobox-list.tsx'
import { fieldId } from '../ui/field.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { type ComboboxOption, useCombobox } from '../ui/use-combobox.ts'
import { useSettled } from '../ui/use-settled.ts'
import styles from './beneficiary-field.module.css'
import { contentFromBeneficiary } from './open-and-save.ts'

/** Finds whom to pay among the saved beneficiaries; else the form below enters somebody new. */
export function BeneficiaryField({ choice }: { readonly choice: BeneficiaryChoice }) {
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<unknown>()
  const announce = useAnnounce()
  const found = useFound(text)
  const options = text.trim() === '' ? [] : (found.data?.items ?? []).map(optionOf)
  const combo = useCombobox({
    id: fieldId('beneficiary'),
    text,
    onText: setText,
    options,
    // Of several none until a person highlights one: a stray Enter would pay somebody else.
    best: options.length === 1 ? options[0] : undefined,
    onChoose: (option) => void choose(option),
  })
  const hasChosen = useRef(false)

  async function choose({ value, label }: ComboboxOption) {
    setFailure(undefined)
    try {
      hasChosen.current = true
      await choice.choose(value)
      setText('')
      announce(t('payouts.beneficiary.filledInWith', { name: label }))
    } catch (cause) {
      hasChosen.current = false
      setFailure(cause)
    }
  }

  /** The field that had the focus is gone once somebody is chosen. */
  function takeFocus(element: HTMLElement | null) {
    if (element === null || !hasChosen.current) return
    hasChosen.current = false
    element.focus()
  }

  if (choice.chosen !== undefined)
    return (
      <div className={styles.field}>
        <p className={styles.chosen} tabIndex={-1} ref={takeFocus}>
          {t('payouts.beneficiary.chosen')}{' '}
          <Button kind="link" small onClick={choice.forget}>
            {t('payouts.beneficiary.forget')}
          </Button>
        </p>
      </div>
    )
  return (
    <div className={styles.field}>
      <SearchField
        name="beneficiary"
        label={t('payouts.beneficiary.label')}
        hint={t('payouts.beneficiary.hint')}
        value={text}
        onChange={setText}
        result={resultWords(text, found)}
        combo={combo}
      >
        <ComboboxPopup combo={combo} label={t('payouts.beneficiary.people')} />
      </SearchField>
      {failure !== undefined && <p className={styles.failed}>{whyNotFilledIn(failure)}</p>}
    </div>
  )
}

function useFound(text: string) {
  const wanted = useSettled(text.trim(), 200)
  return useQuery({
    queryKey: ['beneficiaries', 'pick', wanted],
    queryFn: ({ signal }) =>
      postJson('/api/beneficiary-searches', { text: wanted, status: 'active', limit: 8 }, beneficiaryPageSchema, {
        signal,
      }),
    enabled: wanted !== undefined && wanted !== '',
    gcTime: 0,
  })
}

function resultWords(text: string, { data, error, isFetching }: ReturnType<typeof useFound>): string {
  if (text.trim() === '') return ''
  const refusal = searchRefusal(error)
  if (refusal !== undefined) return refusal
  if (error) return t('payouts.beneficiary.searchFailed', { reason: reasonOf(error) })
  if (data === undefined) return isFetching ? t('payouts.beneficiary.looking') : ''
  if (data.items.length === 0) return t('payouts.beneficiary.nobody')
  return t(data.nextCursor === null ? 'payouts.beneficiary.found' : 'payouts.beneficiary.foundOrMore', {
    count: data.items.length,
  })
}

function optionOf(beneficiary: Beneficiary): ComboboxOption {
  return { value: beneficiary.id, label: beneficiary.name, detail: whichOne(beneficiary) }
}

/** What tells two people of one name apart. */
function whichOne({ country, masked, lastPayoutAt }: Beneficiary): string {
  const document = endOf(masked.documentNumber)
  const account = endOf(masked.accountNumber) ?? endOf(masked.recipientPixKey)
  const paid =
    lastPayoutAt === null
      ? t('payouts.beneficiary.neverPaid')
      : t('payouts.beneficiary.paid', { at: Date.parse(lastPayoutAt) })
  return [countryName(country), document && t('payouts.beneficiary.document', { document }), account, paid]
    .filter(Boolean)
    .join(' · ')
}

/** The last four characters come without dots, an e-mail address with its own. */
function endOf(masked = ''): string | undefined {
  if (masked === '') return undefined
  return masked.includes('…') ? masked : `…${masked}`
}

/** Which saved beneficiary the form pays. */
export interface BeneficiaryChoice {
  readonly chosen: ChosenBeneficiary | undefined
  /** Fills the form in with a saved beneficiary; a typed payment stays. Throws as postJson does. */
  readonly choose: (beneficiaryId: string) => Promise<void>
  /** Makes the form about somebody new. */
  readonly forget: () => void
}

export function beneficiaryChoice({ content, current, change }: EntryForm): BeneficiaryChoice {
  return {
    chosen: content.chosenBeneficiary,
    async choose(beneficiaryId) {
      const { form, chosenBeneficiary, base } = await contentFromBeneficiary(beneficiaryId)
      const { country } = form
      const found = country && form.entries[country]
      if (country === undefined || found === undefined) return
      const { form: before, payoutVersion } = current()
      const typed = before.entries[country]
      const entry = typed === undefined ? found : withPaymentOf(found, typed)
      change({
        form: { country, entries: { ...before.entries, [country]: entry } },
        chosenBeneficiary,
        // An edited payout has its own base.
        ...(payoutVersion === undefined && { base }),
      })
    },
    forget: () => void change({ chosenBeneficiary: undefined }),
  }
}

/** Why the form was not filled in with a saved beneficiary, from what `choose` threw. */
export function whyNotFilledIn(failure: unknown): string {
  return failure instanceof Error
    ? t('payouts.beneficiary.failed', { reason: reasonOf(failure) })
    : t('payouts.beneficiary.failedUnexpectedly')
}
