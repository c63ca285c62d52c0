import * as z from 'zod/mini'
import { canonicalJson } from '#shared/api/canonical-json.ts'
import type { Reader } from '../store/store.ts'

/** What a person may do, as their row says. */
interface RowRights {
  readonly id: string
  readonly roles: readonly string[]
  readonly approveUpTo: Readonly<Record<string, string>>
}

const rolesSchema = z.array(z.string())
const limitsSchema = z.record(z.string(), z.string())

/** By an admin from what to what; by an identity provider as they are. */
const factsSchema = z.object({
  roles: z.optional(z.union([rolesSchema, z.object({ to: rolesSchema })])),
  approveUpTo: z.optional(z.object({ to: limitsSchema })),
})

/**
 * Whether the row of an active person is what the audit log knows last: one of before a suspension or of other roles and limits has a MAC
 * that holds, and anyone who writes to the database can put it back.
 * @throws Failure TAMPERED
 */
export async function areRightsAudited(
  log: Pick<Reader, 'entriesAbout'>,
  { id, roles, approveUpTo }: RowRights,
): Promise<boolean> {
  const entries = (await log.entriesAbout([id])).filter(({ action }) => deciding.has(action)).toReversed()
  const changes = entries.flatMap(({ action, facts }) =>
    action === 'person.changed' ? (z.safeParse(factsSchema, JSON.parse(facts)).data ?? []) : [],
  )
  const lastRoles = changes.find((change) => change.roles !== undefined)?.roles
  const wantedRoles = lastRoles !== undefined && 'to' in lastRoles ? lastRoles.to : lastRoles
  const wantedLimits = changes.find((change) => change.approveUpTo !== undefined)?.approveUpTo?.to
  return (
    entries.find(({ action }) => action !== 'person.changed')?.action !== 'person.suspended' &&
    (wantedRoles === undefined || isSame(wantedRoles, roles)) &&
    (wantedLimits === undefined || isSame(wantedLimits, approveUpTo))
  )
}

const deciding: ReadonlySet<string> = new Set(['person.suspended', 'person.reinstated', 'person.changed'])

function isSame(wanted: unknown, given: unknown): boolean {
  return canonicalJson(wanted) === canonicalJson(given)
}
