import { proposalKinds } from '#shared/api/proposals.ts'
import { proofs, sessionEnds } from '#shared/api/session.ts'
import { signInKinds } from '#shared/api/sign-ins.ts'
import { sqlOneOf } from './one-of.ts'

/** People, how they are signed in, and the API tokens of programs: their columns are explained in people-tables.ts. */
export const peopleTables = [
  `create table people (
    id text not null primary key,
    version integer not null default 1,
    name text not null,
    name_key text not null,
    created_at text not null,
    is_sample integer not null default 0,
    roles text not null default '[]',
    approve_up_to text not null default '{}',
    approve_up_to_a_day text not null default '{}',
    status text not null default 'active',
    email text,
    issuer text,
    subject text,
    maker_id text,
    holder_id text,
    held_until text,
    row_mac text
  )`,
  'create unique index people_name_key_key on people (name_key)',
  'create unique index people_email on people (email)',
  'create unique index people_identity on people (issuer, subject)',
  `create table sessions (
    token_hash text not null primary key,
    id text not null unique,
    person_id text not null references people (id),
    created_at text not null,
    last_used_at text not null,
    idle_ends_at text not null,
    ends_at text not null,
    ended_at text,
    ended_why text check (${sqlOneOf('ended_why', sessionEnds)}),
    proven_by text not null check (${sqlOneOf('proven_by', proofs)}),
    proven_at text not null,
    provider_session text,
    device text not null,
    row_mac text not null
  )`,
  'create index sessions_idle_ends_at on sessions (idle_ends_at)',
  'create index sessions_person on sessions (person_id)',
  `create table ceremonies (
    id text not null primary key,
    content_encrypted text not null,
    expires_at text not null
  )`,
  'create index ceremonies_expires_at on ceremonies (expires_at)',
  `create table sign_ins (
    id text not null primary key,
    person_id text references people (id),
    kind text not null check (${sqlOneOf('kind', signInKinds)}),
    is_good integer not null,
    times integer not null,
    first_at text not null,
    last_at text not null,
    origin_encrypted text
  )`,
  'create index sign_ins_person on sign_ins (person_id, first_at)',
  'create index sign_ins_last_at on sign_ins (last_at)',
  `create table logout_tokens (
    id text not null primary key,
    expires_at text not null
  )`,
  'create index logout_tokens_expires_at on logout_tokens (expires_at)',
  `create table tokens (
    id text not null primary key references people (id),
    token_hash text not null unique,
    name text not null,
    maker_id text not null references people (id),
    holder_id text references people (id),
    holder_name text,
    scopes text not null,
    addresses text not null,
    created_at text not null,
    expires_at text not null,
    confirmed_at text,
    revoked_at text,
    last_used_at text,
    row_mac text not null
  )`,
  'create index tokens_maker on tokens (maker_id)',
  `create table proposals (
    id text not null primary key,
    kind text not null check (${sqlOneOf('kind', proposalKinds)}),
    thing_id text not null,
    content text not null,
    state text not null check (state in ('waiting', 'confirmed', 'withdrawn')),
    made_by text not null references people (id),
    made_at text not null,
    expires_at text not null,
    row_mac text not null
  )`,
]
