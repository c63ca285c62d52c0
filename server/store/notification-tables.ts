import type { MailTime, NotificationKind } from '#shared/api/notifications.ts'

/* What people are told of: see schema.ts for what the columns are. */

export interface NotificationTables {
  readonly notifications: NotificationsTable
  readonly notification_settings: NotificationSettingsTable
  readonly notification_reading: NotificationReadingTable
}

/** One event, or several alike, that a person is told of. */
interface NotificationsTable {
  readonly id: string
  readonly person_id: string
  readonly kind: NotificationKind
  /** The entry of the audit log that it began with. */
  readonly seq: number
  readonly event_id: string
  readonly thing_type: string
  readonly thing_id: string
  readonly count: number
  /** When the last of them happened. */
  readonly at: string
  readonly read_at: string | null
  /** The mail that has it; null: none. */
  readonly delivery_id: string | null
}

/** When and how a person is mailed; without a row as by default. */
interface NotificationSettingsTable {
  readonly person_id: string
  readonly language: string
  readonly time_zone: string
  readonly review: MailTime
  readonly returned: MailTime
  readonly admin: MailTime
}

/** One row: up to which entry of the audit log people were told. */
interface NotificationReadingTable {
  readonly id: number
  readonly entered_seq: number
}
