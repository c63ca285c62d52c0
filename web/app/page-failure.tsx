import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { t } from './words.ts'

/** In the place of the whole page: nothing else is left to hold it. */
export function PageFailure() {
  return (
    <main className="boot">
      <FailureCallout title={t('fault.page')} />
    </main>
  )
}

/** A error of the page: what is safe, and a way on. */
export function FailureCallout({ title }: { readonly title: string }) {
  return (
    <Callout
      tone="error"
      title={title}
      action={
        <Button kind="primary" onClick={() => window.location.reload()}>
          {t('fault.again')}
        </Button>
      }
    >
      <p>{t('fault.safe')}</p>
    </Callout>
  )
}
