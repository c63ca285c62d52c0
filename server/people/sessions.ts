import { randomUUID } from 'node:crypto'
import type { Person, Proof, SessionEnd, SignInMode } from '#shared/api/session.ts'
import type { Log } from '../kernel/log.ts'
import { hashOfSecret, makeSecret } from '../kernel/random-secret.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Reader, Store, Transaction } from '../store/store.ts'
import { endMeant, endOldest, endOverdue, marksOf } from './audited-ends.ts'
import { type BackgroundWrites, createBackgroundWrites } from './background-writes.ts'
import { type CheckedSession, type LiveSession, memberIn } from './member.ts'
import { personNamed, readName } from './people.ts'
import { allPeople } from './people-rows.ts'
import { addSession, endSessions, findSession, forgetSessions, noteUse, type SessionRow } from './session-rows.ts'

/** How long a session lives unless it is used, and at most. */
export interface SessionLife {
  readonly idleMs: number
  readonly longestMs: number
}

/** How a person proved who they are. */
interface NewProof {
  readonly provenBy: Proof
  /** Left out: now. */
  readonly provenAt?: Date
  /** What the identity provider calls its own session. */
  readonly providerSession?: string | undefined
  /** The step of the authenticator app's code, which counts as used up from then on. */
  readonly step?: number
}

/** And where they sit. */
interface NewSession extends NewProof {
  /** Browser and system in a few words. */
  readonly device: string
  readonly isNewBrowser?: boolean
  /** The token of this browser's session of before, which ends. */
  readonly former?: string | undefined
}

/** What browsers hold to say who works there: 256 random bits each, of which the database has the hash alone. */
export interface Sessions {
  /**
   * One indexed read; that the session was used is written in the background, at most once a minute. A session ends when another `device` than
   * its own sends its token: browser and system without their versions, as browsers update themselves.
   */
  check(token: string, device?: string): Promise<CheckedSession>
  /** The same, and no use of the session. */
  peek(token: string, device?: string): Promise<CheckedSession>
  /**
   * A new session for the person of this name, who is entered when new; the former one of the same browser ends. Audited.
   * @throws Failure FIELDS_INVALID for what is no name
   */
  signIn(
    typedName: string,
    device: string,
    former: string | undefined,
  ): Promise<{ readonly person: Person; readonly token: string }>
  /** A new session for a person who has proven who they are; answers its token. Of more than five the ones used longest ago end. Audited. */
  begin(tx: Transaction, personId: string, given: NewSession): Promise<string>
  /**
   * The session goes on under another token, and what takes a proof goes on for five minutes. Audited.
   * @returns undefined where the session is over
   */
  prove(tx: Transaction, token: string, provenBy: Proof, step?: number): Promise<string | undefined>
  /** The same, where the browser's cookie did not come with the request, as another site had sent it here. */
  proveById(tx: Transaction, sessionId: string, proof: NewProof): Promise<string | undefined>
  /** Ends a session, if it is one; audited. */
  signOut(token: string): Promise<void>
  /** Counts a sign-in that was refused with the sessions that {@link check} refuses: the audit log has their number. */
  refuse(): void
  /** All members of staff, in the order of their names: for the choice at the sign-in. */
  people(): Promise<readonly Person[]>
  /** Resolves once nothing is being written in the background. */
  settled(): Promise<void>
}

const minuteMs = 60_000

/** So long a proof of who one is counts. */
export const proofMs = 5 * minuteMs

/** An ended session is remembered for a day, so that its browser can be told why it ended. */
const rememberedMs = 24 * 60 * minuteMs

export function createSessions(store: Store, signIn: SignInMode, life: SessionLife, log: Log): Sessions {
  const background = createBackgroundWrites(store, log)
  const deps = { store, signIn, life, background }
  const begin: Sessions['begin'] = (tx, personId, given) => beginSession(tx, deps, personId, given)
  return {
    refuse: background.refuse,
    check: (token, device) => look(deps, { token, device, isUse: true }),
    peek: (token, device) => look(deps, { token, device, isUse: false }),
    begin,
    async signIn(typedName, device, former) {
      const name = readName(typedName)
      return store.write(async (tx) => {
        const person = await personNamed(tx, name)
        return { person, token: await begin(tx, person.id, { provenBy: 'name', device, former }) }
      })
    },
    prove: async (tx, token, provenBy, step) =>
      proveSession(tx, deps, await findSession(tx.db, hashOfSecret(token)), { provenBy, ...(step && { step }) }),
    proveById: async (tx, id, proof) => proveSession(tx, deps, await findSession(tx.db, id, 'sessions.id'), proof),
    async signOut(token) {
      const hash = hashOfSecret(token)
      // Anyone can send a token that was never issued: that is no reason to write.
      const mayGoOn = (await findSession(store.db, hash)) !== undefined || (await goesOnByLog(store, hash))
      if (mayGoOn) await store.write((tx) => endMeant(tx, { by: 'token_hash', value: hash }, 'signed_out'))
    },
    people: async () => (await allPeople(store.db)).map(({ id, name }) => ({ id, name })),
    settled: background.settled,
  }
}

/** A row can be hidden for a moment. */
async function goesOnByLog(store: Store, hash: string): Promise<boolean> {
  const mark = hashOfSecret(hash)
  return (await store.recentSignIns()).goingOn().some((session) => session.mark === mark)
}

interface Deps {
  readonly store: Store
  readonly signIn: SignInMode
  readonly life: SessionLife
  readonly background: BackgroundWrites
}

async function look(
  { store, signIn, life, background }: Deps,
  { token, device, isUse }: { readonly token: string; readonly device: string | undefined; readonly isUse: boolean },
): Promise<CheckedSession> {
  const refusedAs = (ended: SessionEnd | 'unknown') => {
    background.refuse()
    return { ended }
  }
  const hash = hashOfSecret(token)
  const found = await findSession(store.db, hash)
  if (found === undefined) return refusedAs('unknown')
  const { session } = found
  if (session.ended_why !== null) return refusedAs(session.ended_why)
  if (!isOurs(store, signIn, session)) return refusedAs('unknown')
  // A row that was put back shows it as one that goes on.
  if ((await store.recentSignIns(found.newestSeq)).hasEnded(session)) return refusedAs('unknown')
  const member = memberIn(store, signIn, found.person)
  if (member === undefined) return refusedAs('suspended')
  const now = store.now()
  const at = now.toISOString()
  if (session.idle_ends_at <= at) {
    background.later(hash, endOverdue)
    return refusedAs(session.idle_ends_at === session.ends_at ? 'expired' : 'idle')
  }
  if (signIn !== 'local' && device !== undefined && device !== session.device) {
    await store.write((tx) => endMeant(tx, { by: 'token_hash', value: hash }, 'other_browser'))
    return refusedAs('other_browser')
  }
  const before = later(now, -minuteMs)
  if (isUse && session.last_used_at <= before) {
    const idleEndsAt = idleEnd(now, life, session)
    background.later(hash, (tx) => noteUse(tx, session, { at, before, idleEndsAt }))
  }
  return { person: member, session: liveSession(signIn, session) }
}

async function beginSession(
  tx: Transaction,
  { signIn, life }: Deps,
  personId: string,
  { former, ...given }: NewSession,
): Promise<string> {
  await endOverdue(tx)
  await forgetSessions(tx.db, later(tx.now(), -rememberedMs))
  if (former !== undefined) await endMeant(tx, { by: 'token_hash', value: hashOfSecret(former) }, 'replaced')
  if (signIn !== 'local') await endOldest(tx, personId)
  const now = tx.now()
  const at = now.toISOString()
  const id = randomUUID()
  const token = await insert(tx, life, {
    id,
    person_id: personId,
    created_at: at,
    ends_at: later(now, life.longestMs),
    proven_by: given.provenBy,
    proven_at: (given.provenAt ?? now).toISOString(),
    provider_session: given.providerSession ?? null,
    device: given.device,
  })
  const { provenBy, step, isNewBrowser } = given
  const facts = {
    ...(provenBy !== 'name' && { by: provenBy }),
    session: id,
    ...marksOf(token, given.providerSession),
    ...{ ...(step && { step }), ...(isNewBrowser && { isNewBrowser }) },
  }
  await tx.audit({ personId, action: 'session.began', thing: { type: 'person', id: personId }, facts })
  return token
}

async function proveSession(
  tx: Transaction,
  { signIn, life }: Deps,
  found: Awaited<ReturnType<typeof findSession>>,
  { provenBy, provenAt = tx.now(), providerSession, step }: NewProof,
): Promise<string | undefined> {
  const at = tx.now().toISOString()
  if (found === undefined || !isOurs(tx, signIn, found.session)) return undefined
  const { session } = found
  if (session.ended_at !== null || session.idle_ends_at <= at) return undefined
  if ((await tx.recentSignIns()).hasEnded(session)) return undefined
  await endSessions(tx.db, { by: 'token_hash', value: session.token_hash }, at, 'replaced')
  const { person_id, created_at, ends_at, device, provider_session: before } = session
  const proven = { proven_by: provenBy, proven_at: provenAt.toISOString(), provider_session: providerSession ?? before }
  const id = randomUUID()
  const next = await insert(tx, life, { id, person_id, created_at, ends_at, device, ...proven })
  const thing = { type: 'person', id: person_id } as const
  const marks = marksOf(next, proven.provider_session)
  const facts = { by: provenBy, ended: session.id, session: id, ...marks, ...(step && { step }) }
  await tx.audit({ personId: person_id, action: 'session.proven', thing, facts })
  return next
}

/** Whether the app began a session, and in this mode: a name on trust opens nothing where people prove who they are. */
function isOurs({ encryption }: Reader, signIn: SignInMode, session: SessionRow): boolean {
  return (session.proven_by === 'name') === (signIn === 'local') && isIntact(encryption, 'sessions', session)
}

function liveSession(signIn: SignInMode, { id, proven_by, proven_at, idle_ends_at, ends_at }: SessionRow): LiveSession {
  const provenUntil = signIn === 'local' ? ends_at : later(new Date(proven_at), proofMs)
  return { id, provenBy: proven_by, provenUntil, idleEndsAt: idle_ends_at, endsAt: ends_at }
}

async function insert(
  tx: Transaction,
  life: SessionLife,
  session: Omit<SessionRow, 'token_hash' | 'last_used_at' | 'idle_ends_at' | 'ended_at' | 'ended_why' | 'row_mac'>,
): Promise<string> {
  const token = makeSecret()
  const now = tx.now()
  const idle_ends_at = idleEnd(now, life, session)
  await addSession(tx, { ...session, token_hash: hashOfSecret(token), idle_ends_at, now: now.toISOString() })
  return token
}

function idleEnd(now: Date, { idleMs }: SessionLife, { ends_at }: Pick<SessionRow, 'ends_at'>): string {
  const idle = later(now, idleMs)
  return idle < ends_at ? idle : ends_at
}

function later(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString()
}
