import { linkStates } from '#shared/api/details-links.ts'
import { sqlOneOf } from './one-of.ts'

const savedStates = linkStates.filter((state) => state !== 'expired')

/** Details links: their columns are explained in details-tables.ts. */
export const detailsTables = [
  `create table details_links (
    id text not null primary key,
    state text not null check (${sqlOneOf('state', savedStates)}),
    beneficiary_id text references beneficiaries (id),
    content_encrypted text not null,
    made_by text not null references people (id),
    made_at text not null,
    expires_at text not null
  )`,
  'create index details_links_made_at_id on details_links (made_at, id)',
  'create index details_links_expires_at on details_links (expires_at)',
  'create index details_links_beneficiary_id on details_links (beneficiary_id)',
  'create index details_links_state_made_at_id on details_links (state, made_at, id)',
]
