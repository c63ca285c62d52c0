import { useId } from 'react'
import type { Beneficiary } from '#shared/api/beneficiary.ts'
import { ActivityLine } from '../activity/activity-line.tsx'
import { useActivity } from '../activity/use-activity.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import { Ago } from '../ui/ago.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './beneficiary.module.css'

/** The last few; the whole record stands on a screen of its own. */
const shown = 8

/** Who did what with this beneficiary. */
export function WhatChanged({ beneficiary: { id } }: { readonly beneficiary: Beneficiary }) {
  const titleId = useId()
  const { state, rows, failure } = useActivity({ thing: id })
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('beneficiaries.done.title')}</h2>
      {state === 'loading' && <Skeleton lines={3} label={t('beneficiaries.done.loading')} />}
      {state === 'failed' && (
        <p className={styles.failure}>{t('beneficiaries.done.failed', { reason: failure ?? '' })}</p>
      )}
      <ul className={styles.lines}>
        {rows.slice(0, shown).map((entry) => (
          <li key={entry.seq}>
            <ActivityLine entry={entry} isLinked={false} />
            <p className={styles.meta}>
              <Ago at={entry.at} />
            </p>
          </li>
        ))}
      </ul>
      {rows.length > shown && <AppLink to={addressOf.activityOf(id)}>{t('beneficiaries.done.everything')}</AppLink>}
    </section>
  )
}
