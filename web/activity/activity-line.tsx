import type { ActivityEntry } from '#shared/api/activity.ts'
import { tNode } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { type Address, addressOf, paths } from '../screen/routes.ts'
import { factWords, thingName } from './activity-words.ts'

export interface ActivityLineProps {
  readonly entry: ActivityEntry
  /** False on the thing's own screen. */
  readonly isLinked?: boolean | undefined
}

/** One entry of the audit log, such as "Ana approved payout PD-7K3MX2QA · Rui Alves", with a link to what it is about. */
export function ActivityLine({ entry, isLinked = true }: ActivityLineProps) {
  const { by, action, thing } = entry
  const address = isLinked ? addressOfThing(entry) : undefined
  const name = thingName(thing)
  const did = tNode(`activity.did.${action}`, {
    who: by?.name ?? 'Payout Desk',
    isKnown: name === undefined ? 'no' : 'yes',
    name: name ?? '',
    thing: (parts) => (address === undefined ? parts : <AppLink to={address}>{parts}</AppLink>),
  })
  const facts = factWords(entry)
  return <span>{facts === '' ? did : tNode('activity.line.withFacts', { did: () => did, facts })}</span>
}

/** Where the thing can be looked at; undefined where there is no such place, or nothing is left there. */
function addressOfThing({ action, thing: { type, id, name, reference }, facts }: ActivityEntry): Address | undefined {
  if (type === 'export') return paths.exports
  if (type === 'validation')
    return typeof facts.beneficiaryId === 'string' ? addressOf.beneficiary(facts.beneficiaryId) : undefined
  if ((name ?? reference) === null || action === 'payout.deleted') return undefined
  if (type === 'beneficiary') return addressOf.beneficiary(id)
  return type === 'payout' ? addressOf.payout(id) : undefined
}
