import * as z from 'zod/mini'

/** A member of staff, as others see them. */
export const personSchema = z.object({ id: z.string(), name: z.string() })

export type Person = z.infer<typeof personSchema>
