import { deliveryStates, deliveryWays } from '#shared/api/webhooks.ts'
import { sqlOneOf } from './one-of.ts'

/** Webhooks and deliveries: the columns are explained in webhook-tables.ts. */
export const webhookTables = [
  `create table webhooks (
    id text not null primary key,
    content_encrypted text not null,
    entered_seq integer not null
  )`,
  `create table deliveries (
    id text not null primary key,
    way text not null check (${sqlOneOf('way', deliveryWays)}),
    recipient_id text not null,
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
  'create index deliveries_recipient_id_seq on deliveries (recipient_id, seq)',
  'create index deliveries_recipient_id_state_seq on deliveries (recipient_id, state, seq)',
  'create index deliveries_recipient_id_thing_id_seq on deliveries (recipient_id, thing_id, seq)',
  'create index deliveries_way_state_due_at on deliveries (way, state, due_at)',
  `create table delivery_turn (
    id integer not null primary key check (id = 1),
    holder text not null,
    lease_until text not null
  )`,
]
