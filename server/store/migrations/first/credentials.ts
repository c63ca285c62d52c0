/** What people prove with who they are, and wrong guesses at it: their columns are explained in credential-tables.ts. */
export const credentialTables = [
  `create table passkeys (
    id text not null primary key,
    person_id text not null references people (id),
    credential_id text not null unique,
    public_key text not null,
    counter text not null,
    name text not null,
    transports text not null,
    created_at text not null,
    last_used_at text,
    backed_up integer not null,
    removed_at text,
    row_mac text not null
  )`,
  'create index passkeys_person on passkeys (person_id)',
  `create table passwords (
    id text not null primary key references people (id),
    hash text not null,
    totp_encrypted text not null,
    totp_last_step integer not null,
    changed_at text not null,
    row_mac text not null
  )`,
  `create table recovery_codes (
    id text not null primary key,
    person_id text not null references people (id),
    created_at text not null,
    used_at text,
    row_mac text not null
  )`,
  'create index recovery_codes_person on recovery_codes (person_id)',
  `create table invitations (
    id text not null primary key,
    token_hash text not null unique,
    person_id text not null references people (id),
    kind text not null,
    email text not null,
    expires_at text not null,
    used_at text,
    made_by text references people (id),
    confirmed_by text references people (id),
    row_mac text not null
  )`,
  'create index invitations_person on invitations (person_id)',
  `create table misses (
    key text not null primary key,
    count integer not null,
    until text not null
  )`,
  'create index misses_until on misses (until)',
  `create table approval_signatures (
    id text not null primary key,
    person_id text not null references people (id),
    content_encrypted text not null,
    expires_at text not null
  )`,
]
