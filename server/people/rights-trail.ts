import * as z from 'zod/mini'
import { canonicalJson } from '#shared/api/canonical-json.ts'
import { distrustedIn } from '../store/audit/call-backs.ts'
import type { Reader } from '../store/store.ts'

/** What a person may do, as their row says. */
interface RowRights {
  readonly id: string
  readonly roles: readonly string[]
  readonly approveUpTo: Readonly<Record<string, string>>
  readonly approveUpToADay: Readonly<Record<string, string>>
  readonly heldUntil: string | null
}

const rolesSchema = z.array(z.string())
const limitsSchema = z.record(z.string(), z.string())

/** Until when a person is held; null: they were released. */
const heldSchema = z.object({ heldUntil: z.nullable(z.string()) })

/** By an admin from what to what; by an identity provider as they are. */
const factsSchema = z.object({
  roles: z.optional(z.union([rolesSchema, z.object({ from: z.optional(rolesSchema), to: rolesSchema })])),
  approveUpTo: z.optional(z.object({ to: limitsSchema })),
  approveUpToADay: z.optional(z.object({ to: limitsSchema })),
})

/**
 * Whether the row of an active person is what the audit log knows last: one of before a suspension or of other roles and limits has a MAC
 * that holds, and anyone who writes to the database can put it back.
 * @throws Failure TAMPERED
 */
export async function areRightsAudited(
  log: Pick<Reader, 'entriesAbout'>,
  { id, roles, approveUpTo, approveUpToADay, heldUntil }: RowRights,
): Promise<boolean> {
  const all = (await log.entriesAbout([id])).toReversed()
  const hold = all.flatMap(({ facts }) => z.safeParse(heldSchema, JSON.parse(facts)).data ?? [])[0]
  const entries = all.filter(({ action }) => deciding.has(action))
  const changes = entries.flatMap(({ action, facts }) =>
    action === 'person.changed' ? (z.safeParse(factsSchema, JSON.parse(facts)).data ?? []) : [],
  )
  const lastRoles = changes.find((change) => change.roles !== undefined)?.roles
  const wantedRoles = lastRoles !== undefined && 'to' in lastRoles ? lastRoles.to : lastRoles
  const isLast = (name: 'approveUpTo' | 'approveUpToADay', given: RowRights['approveUpTo']) => {
    const wanted = changes.find((change) => change[name] !== undefined)?.[name]?.to
    return wanted === undefined || isSame(wanted, given)
  }
  return (
    entries.find(({ action }) => action !== 'person.changed')?.action !== 'person.suspended' &&
    (hold === undefined || hold.heldUntil === heldUntil) &&
    (wantedRoles === undefined || isSame(wantedRoles, roles)) &&
    isLast('approveUpTo', approveUpTo) &&
    isLast('approveUpToADay', approveUpToADay)
  )
}

const deciding: ReadonlySet<string> = new Set(['person.suspended', 'person.reinstated', 'person.changed'])

function isSame(wanted: unknown, given: unknown): boolean {
  return canonicalJson(wanted) === canonicalJson(given)
}

/** Every role that the audit log ever had for a person. @throws Failure TAMPERED */
export async function auditedRoles(log: Pick<Reader, 'entriesAbout'>, id: string): Promise<ReadonlySet<string>> {
  const entries = (await log.entriesAbout([id])).filter(({ thing_type }) => thing_type === 'person')
  return new Set(
    entries.flatMap(({ facts }) => {
      const given = z.safeParse(factsSchema, JSON.parse(facts)).data?.roles ?? []
      return 'to' in given ? [...(given.from ?? []), ...given.to] : given
    }),
  )
}

/** Of these people, those who were suspended with distrust since a time. @throws Failure TAMPERED */
export async function distrustedAmong(
  log: Pick<Reader, 'entriesAbout'>,
  ids: readonly string[],
  since = '',
): Promise<ReadonlySet<string>> {
  const entries = await log.entriesAbout(ids)
  return new Set(entries.filter(({ at }) => at >= since).flatMap((entry) => distrustedIn(entry) ?? []))
}

/** Of these people, those who were suspended and not reinstated since: a row can be put back. @throws Failure TAMPERED */
export async function suspendedAmong(
  log: Pick<Reader, 'entriesAbout'>,
  ids: readonly string[],
): Promise<readonly string[]> {
  const newest = new Map<string, string>()
  for (const { thing_id, action } of await log.entriesAbout(ids))
    if (action === 'person.suspended' || action === 'person.reinstated') newest.set(thing_id, action)
  return ids.filter((id) => newest.get(id) === 'person.suspended')
}
