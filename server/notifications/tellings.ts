import * as z from 'zod/mini'
import type { ActivityAction } from '#shared/api/activity.ts'
import type { EventType } from '#shared/api/events.ts'
import { isTopicOf, type NotificationKind, notificationThings, topicOf } from '#shared/api/notifications.ts'
import type { SignInMode } from '#shared/api/session.ts'
import { findPayouts, type PayoutRow } from '../entry/payout-rows.ts'
import { eventId, eventOf } from '../events/event-of-entry.ts'
import { authorsInRow } from '../payout-state/approval-columns.ts'
import { type Member, memberIn } from '../people/member.ts'
import { allPeople } from '../people/people-rows.ts'
import type { AuditRow } from '../store/audit/audit-log.ts'
import type { Transaction } from '../store/store.ts'
import type { NotificationRow } from './notification-rows.ts'

/** Something that one person is told. */
export type Telling = Pick<
  NotificationRow,
  'person_id' | 'kind' | 'seq' | 'event_id' | 'thing_type' | 'thing_id' | 'at'
>

interface WhomToTell {
  readonly kind: NotificationKind
  readonly personIds: readonly string[]
  /** Left out: that of the entry. */
  readonly thing?: { readonly type: string; readonly id: string }
}

/** Whom the entries of the audit log tell of something, in their order. Of what people did themselves they are told if it is about their own account. */
export async function tellingsOf(
  tx: Transaction,
  signIn: SignInMode,
  rows: readonly AuditRow[],
): Promise<readonly Telling[]> {
  const people = await allPeople(tx.db)
  const members = people.flatMap((row) => memberIn(tx, signIn, row) ?? [])
  const payouts = await payoutsOf(tx, rows)
  const ownChanges = changesOfAccounts(rows, new Map(people.map(({ id, status }) => [id, status])))
  return rows.flatMap((row) => {
    const { seq, at, thing_type: type, thing_id: id } = row
    const found = [ownChanges(row), ofPayout(row, payouts.get(id), members), ofAdmins(row, members)]
    return found.flatMap((told) => {
      if (told === undefined) return []
      const { kind, personIds, thing = { type, id } } = told
      if (!notificationThings.some((one) => one === thing.type)) return []
      const what = { kind, seq, event_id: eventId(row), thing_type: thing.type, thing_id: thing.id, at }
      return personIds.map((person_id) => ({ ...what, person_id }))
    })
  })
}

const accountKinds: ReadonlyMap<string, NotificationKind> = new Map<ActivityAction, NotificationKind>([
  ['session.began', 'signedIn'],
  ['person.enrolled', 'enrolled'],
  ['person.recovered', 'recovered'],
  ['person.invited', 'linkMade'],
  ['passkey.added', 'passkeyAdded'],
  ['passkey.removed', 'passkeyRemoved'],
  ['password.set', 'passwordSet'],
  ['password.removed', 'passwordRemoved'],
  ['recoveryCodes.made', 'codesMade'],
  ['recoveryCodes.used', 'codesUsed'],
  ['person.changed', 'rolesChanged'],
  ['person.suspended', 'suspended'],
  ['person.reinstated', 'reinstated'],
])

const factsSchema = z.object({
  isNewBrowser: z.optional(z.boolean()),
  roles: z.optional(z.array(z.string())),
})

/** What changes whose account. What a person is given as they enrol or recover is no news of its own: it ends with the recovery codes. */
function changesOfAccounts(rows: readonly AuditRow[], statuses: ReadonlyMap<string, string>) {
  const given = new Set<AuditRow>()
  const enrolling = new Set<string>()
  for (const row of rows) {
    if (enrolling.has(row.thing_id)) given.add(row)
    if (row.action === 'person.enrolled' || row.action === 'person.recovered') enrolling.add(row.thing_id)
    if (row.action === 'recoveryCodes.made') enrolling.delete(row.thing_id)
  }
  return (row: AuditRow): WhomToTell | undefined => {
    const kind = accountKinds.get(row.action)
    const status = statuses.get(row.thing_id)
    if (kind === undefined || status === undefined || given.has(row)) return undefined
    const { isNewBrowser = false, roles } = z.safeParse(factsSchema, JSON.parse(row.facts)).data ?? {}
    const isNews =
      (kind !== 'signedIn' || isNewBrowser) &&
      (kind !== 'rolesChanged' || roles !== undefined) &&
      (kind !== 'linkMade' || status === 'active')
    return isNews ? { kind, personIds: [row.thing_id] } : undefined
  }
}

async function payoutsOf(tx: Transaction, rows: readonly AuditRow[]): Promise<ReadonlyMap<string, PayoutRow>> {
  const ids = rows.filter((row) => payoutEvents.has(eventOf(row)?.type ?? '')).map(({ thing_id }) => thing_id)
  return new Map((await findPayouts(tx.db, ids)).map((row) => [row.id, row]))
}

const payoutEvents: ReadonlySet<string> = new Set<EventType>([
  'payout.submitted',
  'payout.reopened',
  'payout.returned',
  'payout.outcome_recorded',
])

/** Payouts of a batch are told of together. */
function ofPayout(row: AuditRow, payout: PayoutRow | undefined, members: readonly Member[]): WhomToTell | undefined {
  if (payout === undefined) return undefined
  const event = eventOf(row)
  const authors = authorsInRow(payout)
  const thing = payout.batch_id === null ? undefined : { type: 'batch', id: payout.batch_id }
  const told = (kind: NotificationKind, isMeant: (id: string) => boolean): WhomToTell => {
    const those = members.filter(
      ({ id, roles }) => id !== row.person_id && isMeant(id) && isTopicOf(topicOf(kind), roles),
    )
    return { kind, personIds: those.map(({ id }) => id), ...(thing && { thing }) }
  }
  if (event?.type === 'payout.submitted' || event?.type === 'payout.reopened')
    return payout.state === 'in_review' ? told('toReview', (id) => !authors.includes(id)) : undefined
  if (event?.type === 'payout.returned') return told('returned', (id) => authors.includes(id))
  if (event?.type === 'payout.outcome_recorded' && event.data.outcome === 'refused')
    return told('refused', (id) => authors.includes(id))
  return undefined
}

const adminKinds: ReadonlyMap<string, NotificationKind> = new Map<ActivityAction, NotificationKind>([
  ['proposal.made', 'proposal'],
  ['backup.failed', 'backupFailed'],
  ['deliveries.set_aside', 'deliveriesSetAside'],
])

function ofAdmins(row: AuditRow, members: readonly Member[]): WhomToTell | undefined {
  const kind = adminKinds.get(row.action)
  if (kind === undefined) return undefined
  const admins = members.filter(({ roles }) => isTopicOf('admin', roles))
  const others = admins.filter(({ id }) => id !== row.person_id && id !== row.thing_id)
  return { kind, personIds: others.map(({ id }) => id) }
}
