import * as z from 'zod/mini'
import type { ActivityAction } from '#shared/api/activity.ts'
import { type Account, credentialActions } from '#shared/api/own-account.ts'
import type { Reader } from '../store/store.ts'
import { everyPasskeyOf, type InvitationRow, type PasswordRow, recoveryCodesOf } from './credential-rows.ts'

/*
 * What the audit log records of what people sign in with. A row of before has a MAC that holds, and anyone who writes to the database can put it
 * back: it counts only where it is the newest of its kind.
 */

const factsSchema = z.object({
  invitation: z.optional(z.string()),
  changedAt: z.optional(z.string()),
  madeAt: z.optional(z.string()),
  code: z.optional(z.string()),
  passkey: z.optional(z.string()),
})

/** The facts of a person's entries of these actions, the oldest first. */
async function factsOf(log: Pick<Reader, 'entriesAbout'>, personId: string, actions: readonly ActivityAction[]) {
  const entries = (await log.entriesAbout([personId])).filter(({ action }) => actions.some((one) => one === action))
  return entries.map(({ facts }) => z.safeParse(factsSchema, JSON.parse(facts)).data ?? {})
}

/** Whether a link is the last that its person was given, and was neither followed nor withdrawn. */
export async function isNewestLink(
  log: Pick<Reader, 'entriesAbout'>,
  { id, person_id }: InvitationRow,
): Promise<boolean> {
  const ends = ['person.enrolled', 'person.recovered', 'invitation.withdrawn', 'person.suspended'] as const
  return (await factsOf(log, person_id, ['person.invited', ...ends])).at(-1)?.invitation === id
}

/** Whether a password is the last that its person has set, and was not removed. */
export async function isNewestPassword(
  log: Pick<Reader, 'entriesAbout'>,
  { id, changed_at }: PasswordRow,
): Promise<boolean> {
  const facts = await factsOf(log, id, ['password.set', 'password.removed', 'person.recovered'])
  return facts.at(-1)?.changedAt === changed_at
}

/** Whether a recovery code is one of the last that its person was given, and was not used. */
export async function isNewestCode(
  reader: Reader,
  { id, personId }: { readonly id: string; readonly personId: string },
): Promise<boolean> {
  const row = (await recoveryCodesOf(reader, personId)).find((code) => code.id === id)
  const facts = await factsOf(reader, personId, ['recoveryCodes.made', 'recoveryCodes.used'])
  const made = facts.findLast(({ madeAt }) => madeAt !== undefined)
  return row?.created_at === made?.madeAt && !facts.some(({ code }) => code === auditedCode(id))
}

/**
 * What has changed since then of how a person signs in, the newest first. What they were given as they enrolled, or recovered, is no change of its
 * own: those entries end with the recovery codes, in the same transaction.
 * @throws Failure TAMPERED
 */
export async function credentialChanges(
  reader: Reader,
  personId: string,
  since: Date,
): Promise<Account['recentChanges']> {
  const passkeys = await everyPasskeyOf(reader, personId)
  let isGiven = false
  const changes = (await reader.entriesAbout([personId])).flatMap(({ action, at, facts }) => {
    const wasGiven = isGiven
    if (action === 'person.enrolled' || action === 'person.recovered') isGiven = true
    else if (action === 'recoveryCodes.made') isGiven = false
    const known = credentialActions.find((one) => one === action)
    if (wasGiven || known === undefined || at < since.toISOString()) return []
    const { passkey } = z.safeParse(factsSchema, JSON.parse(facts)).data ?? {}
    return [{ action: known, at, passkey: passkeys.find(({ id }) => id === passkey)?.name ?? null }]
  })
  return changes.reverse()
}

/** A recovery code as the entry of its use names it: the beginning of its keyed hash. */
export function auditedCode(id: string): string {
  return id.slice(0, 16)
}
