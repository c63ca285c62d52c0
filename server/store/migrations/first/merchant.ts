/** What the merchant decides and calls things: their columns are explained in merchant-tables.ts. */
export const merchantTables = [
  `create table bank_names (
    id text not null primary key,
    name text not null,
    version integer not null,
    updated_at text not null,
    updated_by text not null references people (id)
  )`,
  `create table bank_uses (
    id text not null primary key,
    uses integer not null
  )`,
  `create table amount_limits (
    currency_code text not null primary key,
    amount text not null,
    updated_at text not null,
    updated_by text not null references people (id)
  )`,
  `create table approval_policy (
    id text not null primary key,
    version integer not null,
    policy text not null,
    state text not null check (state in ('in_force', 'replaced')),
    made_by text not null references people (id),
    made_at text not null,
    confirmed_by text references people (id),
    confirmed_at text not null,
    row_mac text not null
  )`,
]
