/*
 * What people prove who they are with, where that is kept here. Each row but those of `misses` and `approval_signatures` has a MAC:
 * write access to the database alone adds no passkey for a reviewer. See schema.ts for what the columns are.
 */

export interface PasskeysTable {
  readonly id: string
  readonly person_id: string
  /** What the authenticator calls it; unique. */
  readonly credential_id: string
  /** COSE, in base64url. */
  readonly public_key: string
  /** How often it has signed, where it counts: decimal text, as it can be above 2³¹. */
  readonly counter: string
  /** What its owner calls it. */
  readonly name: string
  /** JSON: how browsers reach it. */
  readonly transports: string
  readonly created_at: string
  readonly last_used_at: string | null
  readonly backed_up: number
  /** It stays, as approvals that it has signed name it. */
  readonly removed_at: string | null
  readonly row_mac: string
}

export interface PasswordsTable {
  /** The person’s. */
  readonly id: string
  /** See password-hash.ts. */
  readonly hash: string
  /** The secret that their authenticator app has, too. */
  readonly totp_encrypted: string
  /** The newest step of which a code was used: each is good once. */
  readonly totp_last_step: number
  readonly changed_at: string
  readonly row_mac: string
}

export interface RecoveryCodesTable {
  /** A keyed hash of person and code. */
  readonly id: string
  readonly person_id: string
  readonly created_at: string
  readonly used_at: string | null
  readonly row_mac: string
}

/** Links for setting up a passkey or password: for people who were invited, or have lost theirs. */
export interface InvitationsTable {
  readonly id: string
  /** A keyed hash of its 256 random bits. */
  readonly token_hash: string
  readonly person_id: string
  readonly kind: 'invitation' | 'recovery'
  readonly email: string
  readonly expires_at: string
  /** When it was used, or withdrawn. */
  readonly used_at: string | null
  /** Null for one from the command line, or by a recovery code. */
  readonly made_by: string | null
  readonly confirmed_by: string | null
  readonly row_mac: string
}

/** Wrong guesses at an account or from an address. */
export interface MissesTable {
  /** A keyed hash of which account or address. */
  readonly key: string
  readonly count: number
  /** When the next guess may be made. */
  readonly until: string
}

/** What passkeys have signed of late, for the approvals that name it. */
export interface ApprovalSignaturesTable {
  /** SHA-256 of its 256 random bits. */
  readonly id: string
  readonly person_id: string
  readonly content_encrypted: string
  readonly expires_at: string
}
