import { createHash, randomBytes } from 'node:crypto'
import type { Person, SessionEnd } from '#shared/api/session.ts'
import type { Log } from '../log.ts'
import { allPeople } from '../store/people-rows.ts'
import {
  addSession,
  endOverdueSessions,
  endSession,
  findSession,
  forgetSessions,
  noteUse,
  type SessionRow,
} from '../store/session-rows.ts'
import type { Store, Transaction } from '../store/store.ts'
import { personNamed, readName } from './people.ts'

/** How long a session lives without being used, and at most. */
export interface SessionLife {
  readonly idleMs: number
  readonly longestMs: number
}

/** Whose a session is; or what ended it, as far as that is still known. */
type CheckedSession = { readonly person: Person } | { readonly ended: SessionEnd | 'unknown' }

/** What browsers hold to say who works there: 256 random bits each, of which the database has the hash alone. */
export interface Sessions {
  /** One indexed read; that the session was used is written in the background, at most once a minute. */
  check(token: string): Promise<CheckedSession>
  /**
   * A new session for the person of this name, who is entered when new; the former one of the same browser ends. Audited.
   * @throws Failure FIELDS_INVALID for what is no name
   */
  signIn(
    typedName: string,
    formerToken: string | undefined,
  ): Promise<{ readonly person: Person; readonly token: string }>
  /** Ends a session, if it is one; audited. */
  signOut(token: string): Promise<void>
  /** Counts a sign-in that was refused with the sessions that {@link check} refuses: in the audit log their number stands. */
  refuse(): void
  /** All members of staff, in the order of their names: for who is yet to sign in. */
  people(): Promise<readonly Person[]>
  /** Resolves once nothing is being written in the background. */
  settled(): Promise<void>
}

const minuteMs = 60_000

/** However many are refused, the audit log gets an entry only so often. */
const refusalsToldMs = 10 * minuteMs

/** An ended session is remembered for a day, so that its browser can be told why it ended. */
const rememberedMs = 24 * 60 * minuteMs

export function createSessions(store: Store, life: SessionLife, log: Log): Sessions {
  const writing = new Map<string, Promise<void>>()
  /** No request waits for this; a session has one write under way at a time. */
  const writeLater = (hash: string, work: (tx: Transaction) => Promise<void>) => {
    if (writing.has(hash)) return
    const written = store
      .write(work)
      .catch((error: unknown) =>
        log.error('session not written', { errorName: error instanceof Error ? error.name : '' }),
      )
      .finally(() => writing.delete(hash))
    writing.set(hash, written)
  }
  let refused = 0
  let toldAt = Number.NEGATIVE_INFINITY
  const tellRefused = () => {
    const facts = { refused }
    const thing = { type: 'database', id: 'database' } as const
    toldAt = store.now().getTime()
    refused = 0
    writeLater('refused', (tx) => tx.audit({ personId: null, action: 'session.refused', thing, facts }))
  }
  const refuse = () => {
    refused += 1
    if (store.now().getTime() - toldAt >= refusalsToldMs) tellRefused()
  }
  const refusedAs = (ended: SessionEnd | 'unknown') => {
    refuse()
    return { ended }
  }
  return {
    refuse,
    async check(token) {
      const hash = hashOf(token)
      const session = await findSession(store.db, hash)
      if (session === undefined) return refusedAs('unknown')
      if (session.ended_why !== null) return refusedAs(session.ended_why)
      const now = store.now()
      const at = now.toISOString()
      if (session.idle_ends_at <= at) {
        writeLater(hash, endOverdue)
        return refusedAs(session.idle_ends_at === session.ends_at ? 'expired' : 'idle')
      }
      const before = later(now, -minuteMs)
      if (session.last_used_at <= before) {
        const idleEndsAt = idleEnd(now, life, session)
        writeLater(hash, ({ db }) => noteUse(db, hash, { at, before, idleEndsAt }))
      }
      return { person: session.person }
    },
    async signIn(typedName, formerToken) {
      const name = readName(typedName)
      const token = randomBytes(32).toString('base64url')
      const person = await store.write(async (tx) => {
        await endOverdue(tx)
        await forgetSessions(tx.db, later(tx.now(), -rememberedMs))
        if (formerToken !== undefined) await end(tx, formerToken, 'replaced')
        return begin(tx, token, life, await personNamed(tx, name))
      })
      return { person, token }
    },
    signOut: (token) => store.write((tx) => end(tx, token, 'signed_out')),
    people: () => allPeople(store.db),
    async settled() {
      await Promise.all(writing.values())
      if (refused > 0) tellRefused()
      while (writing.size > 0) await Promise.all(writing.values())
    },
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

async function begin(tx: Transaction, token: string, life: SessionLife, person: Person): Promise<Person> {
  const now = tx.now()
  const ends_at = later(now, life.longestMs)
  await addSession(tx.db, {
    token_hash: hashOf(token),
    person_id: person.id,
    created_at: now.toISOString(),
    idle_ends_at: idleEnd(now, life, { ends_at }),
    ends_at,
  })
  await tx.audit({ personId: person.id, action: 'session.began', thing: { type: 'person', id: person.id } })
  return person
}

async function end(tx: Transaction, token: string, why: SessionEnd): Promise<void> {
  await endOverdue(tx)
  const personId = await endSession(tx.db, hashOf(token), tx.now().toISOString(), why)
  if (personId !== undefined) await auditEnd(tx, personId, why)
}

/** Of those that nobody came back to as well: there are never more entries in the audit log than there were sign-ins. */
async function endOverdue(tx: Transaction): Promise<void> {
  for (const { person_id, ended_why } of await endOverdueSessions(tx.db, tx.now().toISOString())) {
    await auditEnd(tx, person_id, ended_why)
  }
}

function auditEnd(tx: Transaction, personId: string, why: SessionEnd | null): Promise<void> {
  return tx.audit({ personId, action: 'session.ended', thing: { type: 'person', id: personId }, facts: { why } })
}

function idleEnd(now: Date, { idleMs }: SessionLife, { ends_at }: Pick<SessionRow, 'ends_at'>): string {
  const idle = later(now, idleMs)
  return idle < ends_at ? idle : ends_at
}

function later(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString()
}
