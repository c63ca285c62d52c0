import * as z from 'zod/mini'
import { type ColumnMeaning, columnMeaningSchema } from '#shared/import/column-meaning.ts'
import type { LayoutMemory } from './worker-calls.ts'

const key = 'payout-desk.import-layouts'

/** The most layouts that are remembered; a merchant has a handful. */
const mostLayouts = 50

const remembered = z.record(z.string(), z.array(columnMeaningSchema))

/** The column meanings that a person chose for each layout, in this browser. Neither headings nor cells are stored. */
export function rememberedLayouts(): LayoutMemory {
  try {
    const found = remembered.safeParse(JSON.parse(localStorage.getItem(key) ?? '{}'))
    return found.success ? found.data : {}
  } catch {
    return {}
  }
}

/** Remembers a layout and drops the oldest beyond the limit. */
export function rememberLayout(layout: string, meanings: readonly ColumnMeaning[]): void {
  const { [layout]: _, ...others } = rememberedLayouts()
  const newest = [...Object.entries(others), [layout, meanings] as const].slice(-mostLayouts)
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(newest)))
  } catch {
    // Without storage, the columns are matched again each time.
  }
}
