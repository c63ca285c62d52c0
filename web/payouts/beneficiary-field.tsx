import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { type Beneficiary, beneficiaryPageSchema } from '#shared/api/beneficiary.ts'
import { postJson } from '../api/api.ts'
import { reasonOf } from '../api/use-merchant.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { type BeneficiaryChoice, whyNotFilledIn } from './beneficiary-choice.ts'
import styles from './beneficiary-field.module.css'
import { useMarked } from './use-marked.ts'

const FoundBeneficiaries = lazy(async () => ({
  default: (await import('./found-beneficiaries.tsx')).FoundBeneficiaries,
}))

/** Finds whom to pay among the saved beneficiaries; else the form below enters somebody new. */
export function BeneficiaryField({ choice }: { readonly choice: BeneficiaryChoice }) {
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<unknown>()
  const announce = useAnnounce()
  const found = useFound(text)
  const items = text.trim() === '' ? nobody : (found.data?.items ?? nobody)
  const marked = useMarked(items, (item) => void choose(item))
  const hasChosen = useRef(false)

  async function choose({ id, name }: Beneficiary) {
    setFailure(undefined)
    try {
      hasChosen.current = true
      await choice.choose(id)
      setText('')
      announce(t('payouts.book.filledInWith', { name }))
    } catch (cause) {
      hasChosen.current = false
      setFailure(cause)
    }
  }

  /** The field that had it is gone with the choice. */
  function takeFocus(element: HTMLElement | null) {
    if (element === null || !hasChosen.current) return
    hasChosen.current = false
    element.focus()
  }

  if (choice.chosen !== undefined)
    return (
      <div className={styles.book}>
        <p className={styles.chosen} tabIndex={-1} ref={takeFocus}>
          {t('payouts.book.chosen')}{' '}
          <Button kind="link" small onClick={choice.forget}>
            {t('payouts.book.forget')}
          </Button>
        </p>
      </div>
    )
  return (
    <div className={styles.book}>
      <SearchField
        name="book"
        label={t('payouts.book.label')}
        hint={t('payouts.book.hint')}
        value={text}
        onChange={setText}
        result={resultWords(text, found)}
        choice={marked}
      />
      {failure !== undefined && <p className={styles.failed}>{whyNotFilledIn(failure)}</p>}
      {marked.isOpen && (
        <Suspense>
          <FoundBeneficiaries items={items} marked={marked} onChoose={(item) => void choose(item)} />
        </Suspense>
      )}
    </div>
  )
}

const nobody: readonly Beneficiary[] = []

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
  if (error) return t('payouts.book.searchFailed', { reason: reasonOf(error) })
  if (data === undefined) return isFetching ? t('payouts.book.looking') : ''
  if (data.items.length === 0) return t('payouts.book.nobody')
  return t(data.nextCursor === null ? 'payouts.book.found' : 'payouts.book.foundOrMore', { count: data.items.length })
}
