import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '../api/use-merchant.ts'
import { t } from '../language/translate.ts'
import { Page } from '../screen/page.tsx'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { OpenedForm } from './opened-form.ts'

/** Opens a form once a visit: each visit finds what was last saved, and an open form is not opened again under the hands. */
export function useOpenedForm(what: readonly unknown[], open: () => Promise<OpenedForm>) {
  const [visit] = useState(() => crypto.randomUUID())
  return useQuery({
    queryKey: ['opened-form', visit, ...what],
    queryFn: open,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // It holds functions, which cannot be compared.
    structuralSharing: false,
  })
}

export interface FormLoadingProps {
  readonly title: string
  readonly opening: ReturnType<typeof useOpenedForm>
}

/** The screen of a form while it is fetched, and when it cannot be. */
export function FormLoading({ title, opening }: FormLoadingProps) {
  return (
    <Page title={title}>
      {!opening.isError || opening.isFetching ? (
        <Skeleton lines={8} label={t('payouts.opening.waiting')} />
      ) : (
        <Callout
          tone="error"
          title={t('payouts.opening.failed', { reason: reasonOf(opening.error) })}
          action={<Button onClick={() => void opening.refetch()}>{t('payouts.opening.again')}</Button>}
        >
          <p>{t('payouts.opening.nothingLost')}</p>
        </Callout>
      )}
    </Page>
  )
}
