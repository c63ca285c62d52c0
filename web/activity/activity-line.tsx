import type { ActivityEntry } from '#shared/api/activity.ts'
import { AppLink } from '../app/app-link.tsx'
import { type Address, addressOf, paths } from '../app/routes.ts'
import { activitySentence } from './activity-words.ts'

export interface ActivityLineProps {
  readonly entry: ActivityEntry
  /** False on the thing's own screen. */
  readonly isLinked?: boolean | undefined
}

/** One entry of the record, with a link to what it is about. */
export function ActivityLine({ entry, isLinked = true }: ActivityLineProps) {
  const { before, thing, after } = activitySentence(entry)
  const address = isLinked ? addressOfThing(entry) : undefined
  return (
    <span>
      {before}
      {thing !== undefined && (address === undefined ? thing : <AppLink to={address}>{thing}</AppLink>)}
      {after}
    </span>
  )
}

/** Where the thing can be looked at; undefined where there is no such place, or nothing is left there. */
function addressOfThing({ action, thing: { type, id, name, reference }, facts }: ActivityEntry): Address | undefined {
  if (type === 'export') return paths.exports
  if (type === 'check')
    return typeof facts.beneficiaryId === 'string' ? addressOf.beneficiary(facts.beneficiaryId) : undefined
  if ((name ?? reference) === null || action === 'payout.deleted') return undefined
  if (type === 'beneficiary') return addressOf.beneficiary(id)
  return type === 'payout' ? addressOf.payout(id) : undefined
}
