import { backupOutcomes } from '#shared/api/backups.ts'
import { sqlOneOf } from './one-of.ts'

/** The program's own work: the columns are explained in program-tables.ts. */
export const programTables = [
  `create table audit (
    seq integer not null primary key,
    at text not null,
    person_id text,
    action text not null,
    thing_type text not null,
    thing_id text not null,
    facts text not null,
    previous_mac text not null,
    mac text not null
  )`,
  'create index audit_person_id_seq on audit (person_id, seq)',
  'create index audit_thing_id_seq on audit (thing_id, seq)',
  'create index audit_action_seq on audit (action, seq)',
  'create index audit_at on audit (at)',
  `create table audit_head (
    id integer not null primary key check (id = 1),
    seq integer not null,
    mac text not null,
    at text not null
  )`,
  `create table data_keys (
    key_id text not null primary key,
    check_encrypted text not null,
    created_at text not null
  )`,
  `create table epochs (
    id integer not null primary key check (id = 1),
    key_epoch text not null,
    maintenance_epoch text not null,
    tried_at text
  )`,
  `create table backups (
    id integer not null primary key check (id = 1),
    started_at text not null,
    ended_at text,
    outcome text not null check (${sqlOneOf('outcome', backupOutcomes)}),
    made_at text
  )`,
  `create table idempotency (
    key text not null primary key,
    fingerprint text not null,
    state text not null check (state in ('reserved', 'finished')),
    service text,
    status integer,
    may_have_run integer,
    answer_encrypted text,
    request_id text,
    reserved_at text not null,
    finished_at text,
    kept_until text
  )`,
  'create index idempotency_kept_until on idempotency (kept_until)',
]
