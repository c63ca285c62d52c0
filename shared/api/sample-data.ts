import * as z from 'zod/mini'

/** Whether sample data are loaded; `notOffered` where payouts are real. */
export const sampleDataStates = ['notOffered', 'none', 'loaded'] as const

/** POST /api/sample-data loads them and DELETE removes them; what already is in that state stays. */
export const sampleDataSchema = z.object({
  sampleData: z.enum(sampleDataStates),
  /** How many beneficiaries stay, as staff have paid them or exported their payouts; 0 after loading. */
  kept: z.number(),
})

export type SampleDataState = (typeof sampleDataStates)[number]
