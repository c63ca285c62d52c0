import { mailTimes, notificationKinds } from '#shared/api/notifications.ts'
import { sqlOneOf } from './one-of.ts'

/** What people are told of: the columns are explained in notification-tables.ts. */
export const notificationTables = [
  `create table notifications (
    id text not null primary key,
    person_id text not null references people (id),
    kind text not null check (${sqlOneOf('kind', notificationKinds)}),
    seq integer not null,
    event_id text not null,
    thing_type text not null,
    thing_id text not null,
    count integer not null,
    at text not null,
    read_at text,
    delivery_id text
  )`,
  'create index notifications_person_id_at on notifications (person_id, at)',
  'create index notifications_person_id_thing_id on notifications (person_id, thing_id)',
  'create index notifications_delivery_id on notifications (delivery_id)',
  'create index notifications_at on notifications (at)',
  `create table notification_settings (
    person_id text not null primary key references people (id),
    language text not null,
    time_zone text not null,
    review text not null check (${sqlOneOf('review', mailTimes)}),
    returned text not null check (${sqlOneOf('returned', mailTimes)}),
    admin text not null check (${sqlOneOf('admin', mailTimes)})
  )`,
  `create table notification_reading (
    id integer not null primary key check (id = 1),
    entered_seq integer not null
  )`,
]
