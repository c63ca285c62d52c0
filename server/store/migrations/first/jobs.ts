import { jobKinds, jobStates } from '../../job-tables.ts'
import { sqlOneOf } from './one-of.ts'

/** Long work: its columns are explained in job-tables.ts. */
export const jobTables = [
  `create table jobs (
    id text not null primary key,
    kind text not null check (${sqlOneOf('kind', jobKinds)}),
    about_id text not null,
    person_id text not null references people (id),
    state text not null check (${sqlOneOf('state', jobStates)}),
    why text,
    count integer not null,
    done integer not null,
    failed integer not null,
    bytes integer not null,
    due_at text not null,
    holder text,
    lease_until text,
    content_encrypted text not null,
    created_at text not null,
    ended_at text
  )`,
  'create index jobs_kind_about_id_created_at on jobs (kind, about_id, created_at)',
  'create index jobs_state_due_at on jobs (state, due_at)',
  // What a person has given, for which there is so much room.
  'create index jobs_person_id_created_at on jobs (person_id, created_at)',
  // Those whose time is over.
  'create index jobs_created_at on jobs (created_at)',
  `create table job_parts (
    id text not null primary key,
    job_id text not null,
    part integer not null,
    content_encrypted text not null
  )`,
  'create unique index job_parts_key on job_parts (job_id, part)',
]
