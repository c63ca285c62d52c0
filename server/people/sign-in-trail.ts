import * as z from 'zod/mini'
import type { KeptSignIn, SignInKind } from '#shared/api/sign-ins.ts'
import { Failure } from '../kernel/failure.ts'
import { decryptOwned, encryptOwned } from '../store/encryption/owned.ts'
import type { Reader, Store, Transaction } from '../store/store.ts'
import { personByEmail, personNames } from './people-rows.ts'
import { inNameOfTheApp } from './sender.ts'
import { addSignIn, countAgain, forgetSignIns, newestSignIns, type SignInRow, signInsSince } from './sign-in-rows.ts'

const dayMs = 24 * 60 * 60_000
const keptMs = 90 * dayMs

/** So many rows a person has of a day, and so many those who named none of ours: strangers fill no disk. What comes beyond is counted by the hour. */
const mostADay = 100

/** Of those that went well, and as many of those that were refused: strangers push no true one off the list. */
const mostShown = 250

/** Who tries what, and from where. */
interface AttemptToKeep {
  readonly kind: SignInKind
  readonly address: string
  readonly device: string
  /** Whose session it is, or the address that was given; neither where nothing says whose it is. */
  readonly person?: { readonly id: string } | undefined
  readonly email?: string
}

/** Does the work, and keeps that it went well or that it was refused. @throws what the work throws */
export async function keepingTrail<Answer>(
  store: Store,
  attempt: AttemptToKeep,
  work: () => Promise<Answer>,
  whose: (answer: Answer) => string | undefined = () => undefined,
): Promise<Answer> {
  try {
    const answer = await work()
    await keepAttempt(store, attempt, true, whose(answer))
    return answer
  } catch (error) {
    if (error instanceof Failure && error.code === 'SIGN_IN_FAILED') await keepAttempt(store, attempt, false)
    throw error
  }
}

/** Keeps that something went well or was refused. */
export async function keepAttempt(
  store: Store,
  attempt: AttemptToKeep,
  isGood: boolean,
  personId = attempt.person?.id,
): Promise<void> {
  const { kind, address, device, email = '' } = attempt
  const add = async ({ db, encryption, now }: Transaction) => {
    const at = now()
    const last_at = at.toISOString()
    const named = personId ?? (await personByEmail(db, email.trim().normalize('NFC').toLowerCase()))?.id ?? null
    const row = { person_id: named, is_good: isGood ? 1 : 0, kind, times: 1, first_at: last_at, last_at }
    const idFor = (origin: string | null) =>
      encryption.hash('sign-ins', JSON.stringify([named, kind, isGood, origin, last_at.slice(0, 13)]))
    const origin = JSON.stringify({ address, device })
    if (await countAgain(db, idFor(origin), last_at)) return
    await forgetSignIns(db, keptSince(at))
    const isFull = (await signInsSince(db, row, new Date(at.getTime() - dayMs).toISOString())) >= mostADay
    const id = idFor(isFull ? null : origin)
    if (isFull && (await countAgain(db, id, last_at))) return
    const origin_encrypted = isFull ? null : encryptOwned(encryption, origin, placeOf(id), named ?? nobody)
    await addSignIn(db, { ...row, id, origin_encrypted })
  }
  // A change of how a person signs in holds them, and is noted all the same.
  await inNameOfTheApp(() => store.writeJointly(add))
}

/** From where a person, or anyone, signed in or tried to. */
export async function signInTrail(reader: Reader, personId?: string): Promise<KeptSignIn[]> {
  const { db } = reader
  const meant = { personId, since: keptSince(reader.now()), most: mostShown }
  const good = await newestSignIns(db, { ...meant, is_good: 1 })
  const rows = [...good, ...(await newestSignIns(db, { ...meant, is_good: 0 }))].toSorted(
    (one, other) => other.last_at.localeCompare(one.last_at) || one.id.localeCompare(other.id),
  )
  const personOf = await personNames(
    db,
    rows.map(({ person_id }) => person_id),
  )
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    isGood: row.is_good === 1,
    person: row.person_id === null ? null : personOf(row.person_id),
    from: originOf(reader, row),
    times: row.times,
    firstAt: row.first_at,
    lastAt: row.last_at,
  }))
}

/** Null also where the row was given to another person past the app. */
function originOf({ encryption }: Reader, { id, person_id, origin_encrypted }: SignInRow): KeptSignIn['from'] {
  if (origin_encrypted === null) return null
  const text = decryptOwned(encryption, origin_encrypted, placeOf(id), person_id ?? nobody)
  return text === undefined ? null : originSchema.parse(JSON.parse(text))
}

/** In the place of a person's id. */
const nobody = ''

const originSchema = z.object({ address: z.string(), device: z.string() })

function keptSince(at: Date): string {
  return new Date(at.getTime() - keptMs).toISOString()
}

function placeOf(id: string) {
  return { table: 'sign_ins', id, column: 'origin_encrypted' }
}
