import { Page } from '../app/page.tsx'
import { reasonOf } from '../app/use-merchant.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { Opening } from './use-opened-form.ts'

export interface FormLoadingProps {
  readonly title: string
  readonly opening: Opening
}

/** The screen of a form while it is fetched, and when it cannot be. */
export function FormLoading({ title, opening }: FormLoadingProps) {
  return (
    <Page title={title}>
      <Waiting opening={opening} />
    </Page>
  )
}

function Waiting({ opening }: Pick<FormLoadingProps, 'opening'>) {
  if (!opening.isError || opening.isFetching) return <Skeleton lines={8} label={t('payouts.opening.waiting')} />
  return (
    <Callout
      tone="error"
      title={t('payouts.opening.failed', { reason: reasonOf(opening.error) })}
      action={<Button onClick={() => void opening.refetch()}>{t('payouts.opening.again')}</Button>}
    >
      <p>{t('payouts.opening.nothingLost')}</p>
    </Callout>
  )
}
