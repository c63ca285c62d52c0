import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { type Beneficiary, beneficiaryPageSchema } from '#shared/api/beneficiary.ts'
import { postJson, reasonOf, searchRefusal } from '../api/api.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import type { ChosenBeneficiary } from '../entry/form-content.ts'
import { shownName } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { laterScreen } from '../screen/loading.tsx'
import { Button } from '../ui/button.tsx'
import { ComboboxPopup } from '../ui/combobox-list.tsx'
import { fieldId } from '../ui/field.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type ComboboxOption, useCombobox } from '../ui/use-combobox.ts'
import { useSettled } from '../ui/use-settled.ts'
import { type BeneficiaryChoice, whyNotFilledIn } from './beneficiary-choice.ts'
import styles from './beneficiary-field.module.css'

// Loaded later, as only payouts to a saved beneficiary show it.
const BeneficiaryCard = laterScreen(async () => (await import('./beneficiary-card.tsx')).BeneficiaryCard)

interface BeneficiaryFieldProps {
  readonly choice: BeneficiaryChoice
  /** Whether the payout is not saved yet: a saved one cannot change its beneficiary. */
  readonly isNew: boolean
}

/**
 * The beneficiary of the payout: a saved one, with the saved details or with the details open in the form. Otherwise the form below enters
 * a new one.
 */
export function BeneficiaryField({ choice, isNew }: BeneficiaryFieldProps) {
  const { chosen } = choice
  if (chosen === undefined) return isNew && <BeneficiarySearch choice={choice} />
  if (chosen.isAsSaved !== true) return <OpenDetails chosen={chosen} choice={choice} isNew={isNew} />
  return (
    <Suspense fallback={<Skeleton lines={4} label={t('beneficiaries.page.loading')} />}>
      <BeneficiaryCard key={chosen.id} chosen={chosen} choice={choice} />
    </Suspense>
  )
}

interface OpenDetailsProps extends BeneficiaryFieldProps {
  readonly chosen: ChosenBeneficiary
}

/** Says how the details that are open in the form will be saved. While a payout is edited, they cannot be reset. */
function OpenDetails({ chosen: { id, name = '', once = false }, choice, isNew }: OpenDetailsProps) {
  const [failure, setFailure] = useState<unknown>()
  return (
    <div>
      <p>
        {t(once ? 'payouts.beneficiary.once' : 'payouts.beneficiary.chosen', { name })}{' '}
        <Button kind="link" small onClick={() => choice.setOnce(!once)}>
          {t(once ? 'payouts.card.change' : 'payouts.card.once')}
        </Button>{' '}
        {isNew && (
          <>
            <Button kind="link" small onClick={() => void choice.choose(id).catch(setFailure)}>
              {t('payouts.beneficiary.asSaved')}
            </Button>{' '}
            <Button kind="link" small onClick={choice.forget}>
              {t('payouts.beneficiary.forget')}
            </Button>
          </>
        )}
      </p>
      {failure !== undefined && <p className={styles.failed}>{whyNotFilledIn(failure)}</p>}
    </div>
  )
}

/** Finds a saved beneficiary to pay. */
function BeneficiarySearch({ choice }: { readonly choice: BeneficiaryChoice }) {
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
    // With several matches, none is preselected: a stray Enter would pay the wrong person.
    best: options.length === 1 ? options[0] : undefined,
    onChoose: (option) => void choose(option),
  })

  async function choose({ value, label }: ComboboxOption) {
    setFailure(undefined)
    try {
      await choice.choose(value)
      announce(t('payouts.beneficiary.filledInWith', { name: label }))
    } catch (cause) {
      setFailure(cause)
    }
  }

  return (
    <>
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
    </>
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
  return { value: beneficiary.id, label: shownName(beneficiary), detail: whichOne(beneficiary) }
}

/** What distinguishes two people with the same name. */
function whichOne({ country, masked, lastPayoutAt }: Beneficiary): string {
  const document = masked.documentNumber
  const account = masked.accountNumber ?? masked.recipientPixKey
  const paid =
    lastPayoutAt === null
      ? t('payouts.beneficiary.neverPaid')
      : t('payouts.beneficiary.paid', { at: Date.parse(lastPayoutAt) })
  return [countryNameByCode(country), document && t('payouts.beneficiary.document', { document }), account, paid]
    .filter(Boolean)
    .join(' · ')
}
