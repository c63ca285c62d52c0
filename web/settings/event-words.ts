import type { ActivityAction } from '#shared/api/activity.ts'
import type { EventType } from '#shared/api/events.ts'
import { t } from '../language/translate.ts'

/** What a type of event is called: as its entry of the audit log. */
export function eventWords(type: EventType): string {
  return t(`activity.label.${actionOf[type]}`)
}

const actionOf: Readonly<Record<EventType, ActivityAction>> = {
  'payout.submitted': 'payout.submitted',
  'payout.withdrawn': 'payout.withdrawn',
  'payout.approved': 'payout.approved',
  'payout.returned': 'payout.returned',
  'payout.reopened': 'payout.undone',
  'payout.deleted': 'payout.deleted',
  'payout.exported': 'payout.exported',
  'payout.unexported': 'payout.unexported',
  'payout.outcome_recorded': 'payout.outcome_stated',
  'beneficiary.created': 'beneficiary.created',
  'beneficiary.changed': 'beneficiary.changed',
  'beneficiary.archived': 'beneficiary.archived',
  'beneficiary.restored': 'beneficiary.restored',
  'beneficiary.erased': 'beneficiary.erased',
  'batch.completed': 'batch.finished',
  'batch.reviewed': 'batch.reviewed',
  'export.created': 'export.created',
  'export.undone': 'export.undone',
  'policy.changed': 'policy.confirmed',
}
