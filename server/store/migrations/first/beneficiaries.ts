/** Who is paid, what everything is found by, and unfinished forms: their columns are explained in schema.ts. */
export const beneficiaryTables = [
  `create table beneficiaries (
    id text not null primary key,
    version integer not null,
    status text not null check (status in ('active', 'archived')),
    name_key text not null,
    country text not null,
    method text not null,
    entry_encrypted text,
    created_at text not null,
    created_by text not null references people (id),
    updated_at text not null,
    updated_by text not null references people (id),
    last_payout_at text,
    erased_at text,
    draft_id text,
    external_id_hash text,
    external_id_encrypted text
  )`,
  'create unique index beneficiaries_draft_id_key on beneficiaries (draft_id)',
  'create unique index beneficiaries_external_id_hash_key on beneficiaries (external_id_hash)',
  'create index beneficiaries_name_key_id on beneficiaries (name_key, id)',
  'create index beneficiaries_country_name_key_id on beneficiaries (country, name_key, id)',
  'create index beneficiaries_status_name_key_id on beneficiaries (status, name_key, id)',
  'create index beneficiaries_status_country_name_key_id on beneficiaries (status, country, name_key, id)',
  `create table details_changes (
    beneficiary_id text not null references beneficiaries (id),
    version integer not null,
    details_hash text not null,
    fields text not null,
    changed_by text not null references people (id),
    changed_at text not null,
    primary key (beneficiary_id, version)
  )`,
  'create index details_changes_details_hash on details_changes (details_hash, beneficiary_id)',
  `create table phone_numbers (
    id text not null primary key,
    beneficiary_id text not null references beneficiaries (id),
    version integer not null,
    number_encrypted text not null,
    saved_at text not null,
    saved_by text not null references people (id),
    row_mac text not null default ''
  )`,
  'create unique index phone_numbers_version_key on phone_numbers (beneficiary_id, version)',
  `create table call_backs (
    id text not null primary key,
    beneficiary_id text not null references beneficiaries (id),
    details_hash text not null,
    result text not null check (result in ('confirmed', 'denied', 'not_reached')),
    number_from text not null check (number_from in ('saved', 'contract', 'website', 'other')),
    flaw text check (flaw in ('came_with_change', 'same_author', 'sent_by_link', 'time')),
    facts_encrypted text not null,
    called_at text not null,
    recorded_at text not null,
    recorded_by text not null references people (id),
    row_mac text not null default ''
  )`,
  'create index call_backs_beneficiary_id on call_backs (beneficiary_id, recorded_at)',
  // All columns are its key: a search reads the index alone.
  `create table search_terms (
    kind text not null,
    term text not null,
    sort_key text not null,
    thing_id text not null,
    country text not null,
    status text not null,
    primary key (kind, term, sort_key, thing_id, country, status)
  )`,
  'create index search_terms_kind_thing_id on search_terms (kind, thing_id)',
  `create table drafts (
    id text not null primary key,
    person_id text not null references people (id),
    kind text not null check (kind in ('payout', 'beneficiary')),
    subject_id text,
    revision integer not null,
    content_encrypted text not null,
    created_at text not null,
    updated_at text not null
  )`,
  'create index drafts_person_id_updated_at on drafts (person_id, updated_at)',
]
