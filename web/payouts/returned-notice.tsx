import { t } from '../language/translate.ts'
import { Ago } from '../ui/ago.tsx'
import { Callout } from '../ui/callout.tsx'
import styles from './returned-notice.module.css'
import { usePayout } from './use-payout.ts'

/** Why the payout came back, where it is mended. */
export function ReturnedNotice({ payoutId }: { readonly payoutId: string }) {
  const payout = usePayout(payoutId)
  if (payout.data === undefined) return null
  const { comment, decidedBy, decidedAt, externalReference } = payout.data.value
  if (comment === null) return null
  const title =
    decidedBy === null
      ? t('payouts.returned.wasBySomebody', { reference: externalReference })
      : t('payouts.returned.wasBy', { reference: externalReference, name: decidedBy.name })
  return (
    <div className={styles.returned}>
      <Callout tone="warning" title={title}>
        <p className={styles.comment}>{t('payouts.returned.comment', { comment })}</p>
        {decidedAt !== null && (
          <p>
            <Ago at={decidedAt} />
          </p>
        )}
      </Callout>
    </div>
  )
}
