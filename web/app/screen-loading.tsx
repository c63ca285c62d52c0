import { useSyncExternalStore } from 'react'
import { isFailing, onFailing, retryNow } from '../language/retry-until-loaded.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { t } from './words.ts'

/** In the place of a screen whose file is under way, or cannot be had just now. */
export function ScreenLoading() {
  return useSyncExternalStore(onFailing, isFailing) ? (
    <ScreenMissing />
  ) : (
    <Skeleton lines={6} label={t('screen.loading')} />
  )
}

/** It stays while the next try is under way, so that neither the message nor the focus flickers. */
function ScreenMissing() {
  return (
    <div role="alert">
      <Callout
        tone="error"
        title={t('screen.missing')}
        action={
          <Button kind="primary" onClick={retryNow}>
            {t('screen.again')}
          </Button>
        }
      >
        <p>{t('screen.byItself')}</p>
        <p>{t('screen.ifBack')}</p>
      </Callout>
    </div>
  )
}
