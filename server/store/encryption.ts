/**
 * Where an encrypted value stands: a value moved to another row or column does not open there. Table and column are named as in
 * schema.ts, which encrypt/encrypted-columns.ts and so the rotation of keys rely on.
 */
export interface Place {
  readonly table: string
  /** The row's primary key: `id`, in idempotency `key`. */
  readonly id: string
  readonly column: string
}

/** Encrypts single values with the current data key and finds equal ones by a keyed hash. */
export interface Encryption {
  /** AES-256-GCM with a fresh nonce: `v1.<key id>.<base64url of nonce, ciphertext and tag>`. */
  encrypt(text: string, place: Place): string
  /** @throws Error when the value was changed, belongs elsewhere, or its key is not at hand */
  decrypt(encrypted: string, place: Place): string
  /** HMAC-SHA-256 in base64url under a key derived from the data key; `purpose` keeps hashes of different things apart. */
  hash(purpose: string, text: string): string
}
