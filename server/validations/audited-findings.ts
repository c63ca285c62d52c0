import { reasons } from '#shared/api/reasons.ts'
import type { ValidationRunOutcome } from '#shared/api/validation-issue.ts'
import type { Reader } from '../store/store.ts'

/*
 * What compliance has to look at, as the audit log has it: so that no finding is lifted by removing or changing its row. Hashes are used for
 * nothing else, and no entry shows which reason it is of.
 */

const graveReasons = reasons.filter(({ kind }) => kind === 'compliance')

type Keys = Pick<Reader, 'encryption'>

/** What the audit log has of a validation that ran, and not in test mode. */
export function auditedFinding(
  keys: Keys,
  questionHash: string,
  { service, reason }: Pick<ValidationRunOutcome, 'service' | 'reason'>,
) {
  const isGrave = graveReasons.some((grave) => grave.service === service && grave.code === reason)
  return {
    question: markOf(keys, questionHash),
    ...(isGrave && { finding: markOf(keys, questionHash, reason) }),
  }
}

/** By the hashes of questions what was found last, where compliance has to look. */
export async function auditedFindings(
  reader: Keys & Pick<Reader, 'findings'>,
  questionHashes: readonly string[],
): Promise<readonly (readonly [string, ValidationRunOutcome])[]> {
  if (questionHashes.length === 0) return []
  const marks = new Map(questionHashes.map((hash) => [hash, markOf(reader, hash)]))
  const found = await reader.findings([...marks.values()])
  return [...marks].flatMap(([hash, mark]) => {
    const { finding, outcome, correlationId } = found.get(mark) ?? {}
    const grave = graveReasons.find(({ code }) => finding === markOf(reader, hash, code))
    if (grave === undefined || outcome === undefined || correlationId === undefined) return []
    return [[hash, { service: grave.service, outcome, reason: grave.code, correlationId }] as const]
  })
}

/** 96 bits are enough for no two to be the same. */
function markOf({ encryption }: Keys, questionHash: string, reason: string | null = null): string {
  return encryption.hash('audited finding', JSON.stringify([questionHash, reason])).slice(0, 16)
}
