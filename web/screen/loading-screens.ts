import { type ComponentType, lazy } from 'react'
import { retryUntilLoaded } from '../language/retry-until-loaded.ts'

/**
 * A screen that loads with its first visit. Where its file cannot be had it is tried again, by itself and by hand, so that neither the
 * frame nor what was typed goes with it.
 */
export function screen<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await retryUntilLoaded(load) }))
}
