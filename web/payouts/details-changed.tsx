import { warningId } from '#shared/api/issue.ts'
import type { OnePayout } from '#shared/api/payout.ts'
import type { ReceivedMessage, ReceivedParams } from '#shared/language/message.ts'
import { isMessageId } from '../language/catalog.ts'
import { issueText } from '../language/issue-text.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import { Ago } from '../ui/ago.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './details-changed.module.css'

type ChangedDetailsSummary = OnePayout['detailsChanged'][number]

/** The sign of the most common fraud: an account, a name or a document that changes just before a payout. */
export function DetailsChanged({ warnings }: { readonly warnings: readonly ChangedDetailsSummary[] }) {
  return warnings.map((warning) => (
    <Callout key={warningId(warning)} tone="warning" title={detailsChangedTitle(warning)}>
      <ChangesOfDetails warning={warning} />
    </Callout>
  ))
}

/** The other payout that the warning is about, and what to do. */
function detailsChangedTitle({ params: { order = '', state = '' } }: ChangedDetailsSummary): string {
  return t('details.changedSince', { order, state })
}

/** A warning about a saved payout in words. */
export function warningWords(warning: ChangedDetailsSummary): string {
  return warning.code === 'details_changed' ? detailsChangedTitle(warning) : issueText(warning)
}

/** What has changed, masked, and who changed it when. */
export function ChangesOfDetails({ warning: { params } }: { readonly warning: ChangedDetailsSummary }) {
  const { changes, times, payoutId } = params
  if (!isList(changes) || !isList(times)) return null
  return (
    <>
      <ul className={styles.changes}>
        {changes.map((change, place) => (
          <li key={JSON.stringify(change)}>
            {textOf(change)} <When at={textOf(times[place] ?? '')} />
          </li>
        ))}
      </ul>
      {typeof payoutId === 'string' && (
        <AppLink to={addressOf.payout(payoutId)}>{t('payouts.warnings.lookAtPayout')}</AppLink>
      )}
    </>
  )
}

function When({ at }: { readonly at: string }) {
  return at === '' ? null : <Ago at={at} />
}

function isList(param: ReceivedParams[string] | undefined): param is readonly (string | ReceivedMessage)[] {
  return Array.isArray(param)
}

function textOf(part: string | ReceivedMessage): string {
  if (typeof part === 'string') return part
  return isMessageId(part.id) ? t(part.id, part.params) : ''
}
