/** A validation that the sandbox ran, as its bill would list it. Interface, part B, "Test mode". */
interface UsageRecord {
  readonly service: 'identity' | 'bank'
  readonly correlationId: string
  readonly requestId: string | null
  readonly isBillable: boolean
}

/** What the sandbox remembers while it runs: the bill, and how often a sentinel was met. */
export interface Memory {
  readonly usage: readonly UsageRecord[]
  bill(record: UsageRecord): void
  /** How often this key was met, this time included; starts again after `turns`. */
  turn(key: string, turns: number): number
}

const most = 10_000

export function createMemory(): Memory {
  const usage: UsageRecord[] = []
  const met = new Map<string, number>()
  return {
    usage,
    bill(record) {
      usage.push(record)
      if (usage.length > most) usage.shift()
    },
    turn(key, turns) {
      const count = (met.get(key) ?? 0) + 1
      if (met.size >= most) met.clear()
      if (count >= turns) met.delete(key)
      else met.set(key, count)
      return count
    },
  }
}
