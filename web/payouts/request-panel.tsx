import { Suspense } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'
import { useFormPart } from './form-store-context.tsx'
import { GrowingRequest } from './late-parts.tsx'
import { t } from './words.ts'

/** The exact request as it grows. */
export function RequestPanel({ onCopy }: { readonly onCopy: () => void }) {
  const state = useFormPart((found) => found)
  if (state === undefined) return <p>{t('request.chooseCountry')}</p>
  return (
    <Suspense fallback={<Skeleton lines={8} label={t('request.loading')} />}>
      <GrowingRequest state={state} onCopy={onCopy} />
    </Suspense>
  )
}
