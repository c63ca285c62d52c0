import { type ComponentType, lazy } from 'react'
import { ApiProblem, isWorthRepeating, reasonOf } from '../api/api.ts'
import { retryUntilLoaded } from '../language/retry-until-loaded.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import type { Pages } from '../ui/data-list.tsx'
import { Callout } from '../ui/tone.tsx'
import { withLaterParts } from './later-parts.ts'

export interface LoadFailureProps {
  /** What could not be loaded. */
  readonly what: 'payout' | 'batch' | 'request' | 'beneficiary' | 'validations'
  readonly query: { readonly error: Error | null; readonly isFetching: boolean; readonly refetch: () => unknown }
}

/** Shown for something that could not be loaded: what happened, that nothing is lost, and a button to try again. */
export function LoadFailure({ what, query: { error, isFetching, refetch } }: LoadFailureProps) {
  if (error === null) return null
  if (error instanceof ApiProblem && error.problem.status === 404)
    return <Callout tone="warning" title={t(`app.gone.${what}`)} />
  return (
    <Callout
      tone="error"
      title={t(`app.failed.${what}`, { reason: reasonOf(error) })}
      action={
        (isWorthRepeating(error) || isUnproven(error)) && (
          <Button busy={isFetching} onClick={() => refetch()}>
            {t('app.load.again')}
          </Button>
        )
      }
    >
      <p>{t('app.load.nothingLost')}</p>
    </Callout>
  )
}

/** Whether the person was asked to sign in and did not: loading again asks again. */
function isUnproven(error: Error): boolean {
  return error instanceof ApiProblem && error.problem.code === 'STEP_UP_REQUIRED'
}

export interface ListFailureProps<Row> {
  readonly what: 'approvedPayouts' | 'exports' | 'queue' | 'payout'
  readonly pages: Pages<Row>
}

/** The same for a list. */
export function ListFailure<Row>({ what, pages }: ListFailureProps<Row>) {
  return (
    <Callout
      tone="error"
      title={t(`app.failed.${what}`, { reason: pages.failure ?? '' })}
      action={<Button onClick={pages.again}>{t('app.load.again')}</Button>}
    >
      <p>{t('app.load.nothingLost')}</p>
    </Callout>
  )
}

/**
 * A screen that loads on its first visit. If its file cannot be loaded it is tried again, automatically and by hand, so that neither the
 * frame nor what was typed is lost.
 */
export function screen<Props>(load: () => Promise<ComponentType<Props>>) {
  return Object.assign(
    lazy(async () => ({ default: await retryUntilLoaded(load) })),
    { load },
  )
}

/** The same for whatever a first visit does not show: it loads with its messages and its styles. */
export function laterScreen<Props>(load: () => Promise<ComponentType<Props>>) {
  return screen(withLaterParts(load))
}
