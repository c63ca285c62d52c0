import { useSyncExternalStore } from 'react'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { isScreenFailing, onScreenFailing, retryScreens } from './loading-screens.ts'

/** In the place of a screen whose file is under way, or cannot be had just now. */
export function ScreenLoading() {
  const isFailing = useSyncExternalStore(onScreenFailing, isScreenFailing)
  return isFailing ? <ScreenMissing /> : <Skeleton lines={6} label="Loading" />
}

/** It stays while the next try is under way, so that neither the message nor the focus flickers. */
function ScreenMissing() {
  return (
    <div role="alert">
      <Callout
        tone="error"
        title="This screen could not be loaded: Payout Desk’s server does not answer."
        action={
          <Button kind="primary" onClick={retryScreens}>
            Try again
          </Button>
        }
      >
        <p>It is tried again by itself. What was typed here is not lost.</p>
        <p>If the server is back and this screen is not, load the page again.</p>
      </Callout>
    </div>
  )
}
