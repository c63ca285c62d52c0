import { createStore, type Watchable } from '../../state/store.ts'
import type { ShownRow } from '../protocol.ts'
import type { RemoteSheet } from '../remote-sheet.ts'

/** The rows around what is in sight. An older state of a row stays until the newer one is here, so that nothing flickers. */
export interface RowCache {
  readonly at: (place: number) => ShownRow | undefined
  /** Asks for rows and for the one that has focus, and from now on for their newer states. */
  readonly want: (from: number, to: number, focused: number) => void
  /** Grows whenever rows have come. */
  readonly arrivals: Watchable<number>
  /** Follows the sheet until the function that it gives is called. */
  readonly follow: () => () => void
}

/** So many rows come at once. */
const blockSize = 64

/** So many blocks stay: where one has just been. */
const mostBlocks = 24

interface Kept {
  readonly version: number
  readonly rows: readonly ShownRow[]
}

export function createRowCache(sheet: Pick<RemoteSheet, 'rows' | 'summary'>): RowCache {
  const blocks = new Map<number, Kept>()
  /** The version in which each block on its way was asked for. */
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
