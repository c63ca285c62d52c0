import { deliveryStates, endpointStates } from '#shared/api/webhooks.ts'
import { sqlOneOf } from './one-of.ts'

/** Webhooks: the columns are explained in webhook-tables.ts. */
export const webhookTables = [
  `create table webhooks (
    id text not null primary key,
    state text not null check (${sqlOneOf('state', endpointStates)}),
    content_encrypted text not null,
    made_by text not null references people (id),
    made_at text not null,
    entered_seq integer not null
  )`,
  `create table deliveries (
    id text not null primary key,
    webhook_id text not null references webhooks (id),
    seq integer not null,
    event_id text not null,
    type text not null,
    thing_id text not null,
    state text not null check (${sqlOneOf('state', deliveryStates)}),
    attempts integer not null,
    due_at text not null,
    tried_at text,
    status integer,
    why text,
    took_ms integer
  )`,
  'create index deliveries_webhook_id_seq on deliveries (webhook_id, seq)',
  'create index deliveries_webhook_id_state_seq on deliveries (webhook_id, state, seq)',
  'create index deliveries_webhook_id_thing_id_seq on deliveries (webhook_id, thing_id, seq)',
  `create table delivery_turn (
    id integer not null primary key check (id = 1),
    holder text not null,
    lease_until text not null
  )`,
]
