import type { deliveryStates, deliveryWays } from '#shared/api/webhooks.ts'

/* What other systems and people are told of what happened with: see schema.ts for what the columns are. */

export interface WebhookTables {
  readonly webhooks: WebhooksTable
  readonly deliveries: DeliveriesTable
  readonly delivery_turn: DeliveryTurnTable
}

/** An address that is called. */
interface WebhooksTable {
  readonly id: string
  /** JSON: address, events and secrets: see webhooks/webhook-rows.ts. The audit log says whether it is called. */
  readonly content_encrypted: string
  /** The newest entry of the audit log whose deliveries were entered. */
  readonly entered_seq: number
}

/** One event on its way to one recipient. */
interface DeliveriesTable {
  readonly id: string
  readonly way: (typeof deliveryWays)[number]
  /** The endpoint; of a mail the person, whose address is looked up as it is sent. */
  readonly recipient_id: string
  /** The entry of the audit log that it is; of a test the newest entry then. */
  readonly seq: number
  readonly event_id: string
  /** Of the event; of a mail its topic. */
  readonly type: string
  /** Events of one thing arrive in their order. */
  readonly thing_id: string
  readonly state: (typeof deliveryStates)[number]
  readonly attempts: number
  /** When it is tried next; blank: at once. */
  readonly due_at: string
  readonly tried_at: string | null
  readonly status: number | null
  readonly why: string | null
  readonly took_ms: number | null
}

/** One row: which server delivers, and until when by the clock of the database others keep off. */
interface DeliveryTurnTable {
  readonly id: number
  readonly holder: string
  readonly lease_until: string
}
