import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'

/** In the place of the whole page: nothing else is left to hold it. */
export function PageFailure() {
  return (
    <main className="boot">
      <FailureCallout title={t('app.fault.page')} />
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
          {t('app.fault.again')}
        </Button>
      }
    >
      <p>{t('app.fault.safe')}</p>
    </Callout>
  )
}
