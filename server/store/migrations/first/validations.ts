/** What the provider was asked, one by one and for whole batches: their columns are explained in validation-tables.ts. */
export const validationTables = [
  `create table validations (
    id text not null primary key,
    beneficiary_id text references beneficiaries (id),
    service text not null check (service in ('identity', 'bank')),
    question_hash text not null,
    outcome text not null,
    ran integer check (ran in (0, 1)),
    reason_encrypted text,
    correlation_id text,
    request_id text not null,
    attempts integer not null,
    test_mode integer not null check (test_mode in (0, 1)),
    asked_by text references people (id),
    asked_at text not null
  )`,
  'create index validations_beneficiary_id_asked_at on validations (beneficiary_id, asked_at)',
  'create index validations_question_hash on validations (question_hash)',
  `create table validation_items (
    job_id text not null references jobs (id),
    place integer not null,
    payout_id text not null,
    service text not null check (service in ('identity', 'bank')),
    question_hash text not null,
    test_mode integer not null,
    state text not null check (state in ('waiting', 'asking', 'answered', 'not_run', 'unknown', 'outdated')),
    outcome text,
    reused integer not null,
    tries integer not null,
    asked integer not null,
    next_at text not null,
    claim text,
    claimed_at text,
    ended_at text,
    primary key (job_id, place)
  )`,
  // By what is due, by outcome, and by payout when its beneficiary is erased.
  'create index validation_items_job_id_state_service_next_at_place on validation_items (job_id, state, service, next_at, place)',
  'create index validation_items_job_id_state_outcome_reused_test_mode on validation_items (job_id, state, outcome, reused, test_mode)',
  'create index validation_items_payout_id on validation_items (payout_id)',
]
