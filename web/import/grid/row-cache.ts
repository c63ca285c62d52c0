import { createStore, type Watchable } from '../../state/store.ts'
import type { ShownRow } from '../protocol.ts'
import type { RemoteSheet } from '../remote-sheet.ts'

/** The rows around those in sight. An older version of a row stays until the newer one is loaded, so that nothing flickers. */
export interface RowCache {
  readonly at: (place: number) => ShownRow | undefined
  /** Loads these rows and the focused one, and from now on their newer versions. */
  readonly want: (from: number, to: number, focused: number) => void
  /** Grows whenever rows have arrived. */
  readonly arrivals: Watchable<number>
  /** Follows the sheet until the returned function is called. */
  readonly follow: () => () => void
}

/** Rows fetched at a time. */
const blockSize = 64

/** Blocks kept in memory: those that were visible last. */
const mostBlocks = 24

interface CachedRows {
  readonly version: number
  readonly rows: readonly ShownRow[]
}

export function createRowCache(sheet: Pick<RemoteSheet, 'rows' | 'summary'>): RowCache {
  const blocks = new Map<number, CachedRows>()
  /** The version for which each loading block was requested. */
  const asked = new Map<number, number>()
  const arrivals = createStore(0)
  let wanted: ReadonlySet<number> = new Set()

  async function ask(block: number, version: number) {
    asked.set(block, version)
    const rows = await sheet.rows(block * blockSize, blockSize)
    if (asked.get(block) === version) asked.delete(block)
    if ((blocks.get(block)?.version ?? 0) > version) return
    blocks.delete(block)
    blocks.set(block, { version, rows })
    for (const [oldest] of blocks) {
      if (blocks.size <= mostBlocks) break
      if (!wanted.has(oldest)) blocks.delete(oldest)
    }
    arrivals.set(arrivals.get() + 1)
  }

  function refresh() {
    const { version } = sheet.summary.get()
    for (const block of wanted) {
      if (blocks.get(block)?.version !== version && asked.get(block) !== version) void ask(block, version)
    }
  }

  return {
    at: (place) => blocks.get(blockOf(place))?.rows[place % blockSize],
    want(from, to, focused) {
      const [first, last] = [blockOf(from), blockOf(to)]
      const inSight = Array.from({ length: last - first + 1 }, (_, step) => first + step)
      wanted = new Set([...inSight, blockOf(focused)])
      refresh()
    },
    arrivals,
    follow: () => sheet.summary.subscribe(refresh),
  }
}

function blockOf(place: number): number {
  return Math.floor(Math.max(0, place) / blockSize)
}
