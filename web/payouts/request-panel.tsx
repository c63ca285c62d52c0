import { Suspense } from 'react'
import { screen } from '../app/loading-screens.ts'
import { t } from '../language/translate.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { useFormPart } from './form-store-context.tsx'

const GrowingRequest = screen(async () => (await import('./growing-request.tsx')).GrowingRequest)

/** The exact request as it grows. */
export function RequestPanel({ onCopy }: { readonly onCopy: () => void }) {
  const state = useFormPart((found) => found)
  if (state === undefined) return <p>{t('payouts.request.chooseCountry')}</p>
  return (
    <Suspense fallback={<Skeleton lines={8} label={t('payouts.request.loading')} />}>
      <GrowingRequest state={state} onCopy={onCopy} />
    </Suspense>
  )
}
