import { isFailing, retryNow } from '../language/retry-until-loaded.ts'
import { t } from '../language/translate.ts'
import { useStore } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** In the place of a screen whose file is under way, or cannot be had just now. */
export function ScreenLoading() {
  return useStore(isFailing) ? <ScreenMissing /> : <Skeleton lines={6} label={t('app.screen.loading')} />
}

/** It stays while the next try is under way, so that neither the message nor the focus flickers. */
function ScreenMissing() {
  return (
    <div role="alert">
      <Callout
        tone="error"
        title={t('app.screen.missing')}
        action={
          <Button kind="primary" onClick={retryNow}>
            {t('app.screen.again')}
          </Button>
        }
      >
        <p>{t('app.screen.byItself')}</p>
        <p>{t('app.screen.ifBack')}</p>
      </Callout>
    </div>
  )
}
