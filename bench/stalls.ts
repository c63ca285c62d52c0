import type { Desk } from './desk.ts'

const bucket = /^payout_desk_event_loop_delay_seconds_bucket\{le="(.+)"\} (\d+)$/gm

/** Answers how often the event loop of a server has stalled since, by how many ms at most. */
export async function stallsOf(desk: Pick<Desk, 'as'>): Promise<() => Promise<Readonly<Record<string, number>>>> {
  const before = await counts(desk)
  return async () => {
    const after = await counts(desk)
    let lower = 0
    return Object.fromEntries(
      [...after].map(([le, count]) => {
        const upTo = count - (before.get(le) ?? 0)
        const within = upTo - lower
        lower = upTo
        return [le === '+Inf' ? 'more' : String(Number(le) * 1000), within]
      }),
    )
  }
}

async function counts(desk: Pick<Desk, 'as'>): Promise<ReadonlyMap<string, number>> {
  const { text } = await desk.as('Ana Souza').get('/metrics')
  return new Map([...text.matchAll(bucket)].map(([, le = '', count]) => [le, Number(count)]))
}
