import type { Generated } from 'kysely'
import type { ProposalKind } from '#shared/api/proposals.ts'
import type { Proof, SessionEnd } from '#shared/api/session.ts'
import type { SignInKind } from '#shared/api/sign-ins.ts'

/*
 * The tables of staff and of how they prove who they are. The others are in schema.ts.
 */

export interface PeopleTable {
  readonly id: string
  readonly name: string
  /** Folded: case and spaces do not make another person. */
  readonly name_key: string
  readonly created_at: string
  /** Whether they are of the sample data, and cannot sign in. */
  readonly is_sample: Generated<number>
  /** JSON: their roles. None where names are taken on trust, as everyone has all of them there. */
  readonly roles: Generated<string>
  /** JSON: the most that they may approve to one payee within a day, by currency. */
  readonly approve_up_to: Generated<string>
  /** The same to all payees together. */
  readonly approve_up_to_a_day: Generated<string>
  readonly status: Generated<'active' | 'invited' | 'suspended'>
  readonly version: Generated<number>
  /** Unique, in lower case; null for a person without one here. */
  readonly email: string | null
  /** Who they are at an identity provider; both or neither. */
  readonly issuer: string | null
  readonly subject: string | null
  /** Of an API token: who made it, and who of the staff keeps it. */
  readonly maker_id: string | null
  readonly holder_id: string | null
  readonly held_until: string | null
  /** Over all of the row; null only for people whose name is taken on trust. */
  readonly row_mac: string | null
}

/** What browsers hold to say who works there: the rows of `sessions`. */
export interface SessionsTable {
  /** SHA-256 of its 256 random bits, which the browser alone has. */
  readonly token_hash: string
  /** What lists of sessions name it by; a token cannot be found by it. It stays where a session gets another token. */
  readonly id: string
  readonly person_id: string
  readonly created_at: string
  /** At most a minute before the last request. */
  readonly last_used_at: string
  /** When it ends unless it is used before; never after `ends_at`. */
  readonly idle_ends_at: string
  /** When it ends in any case. */
  readonly ends_at: string
  readonly ended_at: string | null
  readonly ended_why: SessionEnd | null
  /** How and when the person last proved who they are. */
  readonly proven_by: Proof
  readonly proven_at: string
  /** What the identity provider calls its own session. */
  readonly provider_session: string | null
  /** Browser and system in a few words, for the person to know it by. */
  readonly device: string
  /** Over whose it is, how it was proven and when it ends: write access to the database alone makes no session. */
  readonly row_mac: string
}

/** What the merchant's own programs show to say whose they are; each is a person of its own. */
export interface TokensTable {
  /** The person that it is. */
  readonly id: string
  /** SHA-256 of its text with 256 random bits, which is shown once. */
  readonly token_hash: string
  /** Which program it is for. */
  readonly name: string
  readonly maker_id: string
  /** Who of the staff keeps it; else the name of who does outside. */
  readonly holder_id: string | null
  readonly holder_name: string | null
  /** JSON: what it is for. */
  readonly scopes: string
  /** JSON: where requests may come from; none: from anywhere. */
  readonly addresses: string
  readonly created_at: string
  readonly expires_at: string
  /** When a second person did; null: it opens nothing yet. */
  readonly confirmed_at: string | null
  readonly revoked_at: string | null
  /** At most a minute before the last request. */
  readonly last_used_at: string | null
  /** Over what it opens, and for how long: write access to the database alone neither makes one, nor brings a revoked one back. */
  readonly row_mac: string
}

/** What one admin proposed and another one, or the command line, confirms: each that ever was. */
export interface ProposalsTable {
  readonly id: string
  readonly kind: ProposalKind
  /** The person or token that it is about; 'approvals' for the policy. */
  readonly thing_id: string
  /** JSON: what it is to make so. */
  readonly content: string
  readonly state: 'waiting' | 'confirmed' | 'withdrawn'
  readonly made_by: string
  readonly made_at: string
  readonly expires_at: string
  /** Over all of the row. */
  readonly row_mac: string
}

/** What waits for its next step: a challenge that was sent, a redirect that is to come back. */
export interface CeremoniesTable {
  /** SHA-256 of its 256 random bits. */
  readonly id: string
  readonly content_encrypted: string
  /** When it can be forgotten; until when it counts is in the content. */
  readonly expires_at: string
}

/** From where people signed in or tried to, for 90 days: what is the same within an hour is one row. */
export interface SignInsTable {
  /** Keyed hash of all that it is about, and of the hour. */
  readonly id: string
  /** Null where no person of ours was named. */
  readonly person_id: string | null
  readonly kind: SignInKind
  readonly is_good: number
  readonly times: number
  readonly first_at: string
  readonly last_at: string
  /** Address and device; null where a day had too many to keep them all. */
  readonly origin_encrypted: string | null
}

/** Messages of the identity provider that it has ended a session, which count once; and these sessions and people: for as long as it would matter. */
export interface LogoutTokensTable {
  /** SHA-256 of issuer and `jti`, session or subject. */
  readonly id: string
  readonly expires_at: string
}
