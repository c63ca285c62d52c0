/** A validation that the sandbox ran, as its bill would list it. Interface, part B, "Test mode". */
interface UsageRecord {
  readonly service: 'identity' | 'bank'
  readonly correlationId: string
  readonly requestId: string | null
  readonly isBillable: boolean
}

/** What the sandbox remembers while it runs: the bill, how often a sentinel was met, and how many requests came. */
export interface Memory {
  readonly usage: readonly UsageRecord[]
  bill(record: UsageRecord): void
  /** How often this key was met, this time included; starts again after `turns`. */
  turn(key: string, turns: number): number
  /** Counts one request of an endpoint; false when its limit for this second is reached. */
  admit(service: UsageRecord['service']): boolean
}

const most = 10_000

export function createMemory(requestsPerSecond: number): Memory {
  const usage: UsageRecord[] = []
  const met = new Map<string, number>()
  const counted = { identity: { second: 0, requests: 0 }, bank: { second: 0, requests: 0 } }
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
    admit(service) {
      const count = counted[service]
      const second = Math.floor(performance.now() / 1000)
      if (count.second !== second) Object.assign(count, { second, requests: 0 })
      if (count.requests >= requestsPerSecond) return false
      count.requests += 1
      return true
    },
  }
}
