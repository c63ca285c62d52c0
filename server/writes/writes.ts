import type { Transaction } from '../store/store.ts'

/** How a write is answered, and answered again under the same key. */
export interface WriteAnswer {
  readonly status: 200 | 201 | 204
  /** Kept for a day, so it names what was made and holds no personal data: a route presents that again each time. */
  readonly body: unknown
  readonly version?: number
  /** Where what was made can be found. */
  readonly location?: string
}

/** One intent of a person: the same key with the same body is the same intent. */
export interface Intent {
  readonly key: string | undefined
  readonly personId: string
  /** What for, such as `POST /api/payouts`. */
  readonly route: string
  readonly body: unknown
}

/** Writes that happen once however often they are sent, over restarts and processes, for a day. */
export interface Writes {
  /**
   * Does the work in one transaction, with its answer under the key; a repeat gets that answer.
   * @throws Failure IDEMPOTENCY_KEY_REUSED when the person used the key for another body or route (each person has keys of their
   * own); whatever the work throws, and then nothing is kept under the key
   */
  once(
    intent: Intent,
    work: (transaction: Transaction) => Promise<WriteAnswer>,
  ): Promise<{ readonly answer: WriteAnswer; readonly isReplay: boolean }>
}
