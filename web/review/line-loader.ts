import { linesAtOnce, type ReviewLine } from '#shared/api/batch-review.ts'

/** The lines that are loaded, by their ids; undefined for a payout that does not wait any more. */
export type LoadedLines = ReadonlyMap<string, ReviewLine | undefined>

export interface LineLoading {
  readonly load: (ids: readonly string[]) => Promise<readonly ReviewLine[]>
  /** Called with all that are loaded: with those in sight as they arrive, with the rest now and then, and with the last ones. */
  readonly report: (lines: LoadedLines) => void
  readonly fail: (error: Error) => void
}

export interface LineLoader {
  /** These are in sight: they come before all others. */
  readonly see: (ids: readonly string[]) => void
  readonly stop: () => void
}

/** The first that come are as many as a high screen shows, so that they come soon. */
const screenful = 40

/** While thousands arrive, they are rendered so often at most: each time takes as long as there are lines. */
const reportEveryMs = 500

/** Loads the lines of a list whose order is known, wherever it is looked at: one request for what is in sight beside one for the rest. */
export function loadLines(ids: readonly string[], { load: ask, report, fail }: LineLoading): LineLoader {
  const lines = new Map<string, ReviewLine | undefined>()
  const asked = new Set<string>()
  const state = { isStopped: false, reportedAt: 0, nextPlace: 0 }
  let inSight: readonly string[] = []
  let isSeeing = false

  async function load(some: readonly string[], isAwaited: boolean): Promise<void> {
    for (const id of some) asked.add(id)
    const found = new Map((await ask(some)).map((line) => [line.id, line]))
    if (state.isStopped) return
    for (const id of some) lines.set(id, found.get(id))
    if (!isAwaited && lines.size < ids.length && performance.now() - state.reportedAt < reportEveryMs) return
    state.reportedAt = performance.now()
    report(new Map(lines))
  }

  function nextOf(most: number): readonly string[] {
    const next: string[] = []
    for (; state.nextPlace < ids.length && next.length < most; state.nextPlace += 1) {
      const id = ids[state.nextPlace]
      if (id !== undefined && !asked.has(id)) next.push(id)
    }
    return next
  }

  async function loadRest(): Promise<void> {
    await load(nextOf(screenful), true)
    for (let next = nextOf(linesAtOnce); next.length > 0 && !state.isStopped; next = nextOf(linesAtOnce))
      await load(next, false)
  }

  /** What has gone out of sight again meanwhile is not waited for. */
  async function loadSeen(): Promise<void> {
    if (isSeeing) return
    isSeeing = true
    for (let next = unasked(); next.length > 0 && !state.isStopped; next = unasked()) await load(next, true)
    isSeeing = false
  }

  const unasked = () => inSight.filter((id) => !asked.has(id)).slice(0, linesAtOnce)

  function orFail(loading: Promise<void>) {
    loading.catch((error: unknown) => {
      if (state.isStopped) return
      state.isStopped = true
      fail(error instanceof Error ? error : new Error('Not loaded'))
    })
  }

  if (ids.length > 0) orFail(loadRest())
  return {
    see(some) {
      inSight = some
      orFail(loadSeen())
    },
    stop() {
      state.isStopped = true
    },
  }
}
