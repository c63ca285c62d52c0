import * as z from 'zod/mini'
import { type ColumnMeaning, columnMeaningSchema } from '#shared/import/column-meaning.ts'
import type { Remembered } from './worker-calls.ts'

const key = 'payout-desk.import-layouts'

/** So many layouts are remembered: merchants have a handful. */
const mostLayouts = 50

const remembered = z.record(z.string(), z.array(columnMeaningSchema))

/** What a person made of the columns of each layout, in this browser. It holds neither headings nor cells. */
export function rememberedLayouts(): Remembered {
  try {
    const found = remembered.safeParse(JSON.parse(localStorage.getItem(key) ?? '{}'))
    return found.success ? found.data : {}
  } catch {
    return {}
  }
}

/** Remembers a layout, the oldest one forgotten where there are too many. */
export function rememberLayout(layout: string, meanings: readonly ColumnMeaning[]): void {
  const { [layout]: _, ...others } = rememberedLayouts()
  const newest = [...Object.entries(others), [layout, meanings] as const].slice(-mostLayouts)
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(newest)))
  } catch {
    // Where nothing can be kept, the columns are matched anew.
  }
}
