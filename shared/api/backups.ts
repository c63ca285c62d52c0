import * as z from 'zod/mini'

/** The result of an attempt at a scheduled backup. */
export const backupOutcomes = ['running', 'made', 'failed'] as const

/** Whether the newest line of the audit log reaches a place outside, as the server that answers has seen it since its start. */
const witnessStateSchema = z.object({
  /** When it last did. */
  witnessedAt: z.nullable(z.string()),
  /** When the newest attempt failed; null where it did not. */
  failedAt: z.nullable(z.string()),
})

export type WitnessState = z.infer<typeof witnessStateSchema>

/** The answer of GET /api/backups: the state of the backups that servers make by themselves, whichever of them did. */
export const backupStateSchema = z.object({
  /** How often this server sees to one, and how many it keeps; null where it sees to none. */
  schedule: z.nullable(z.object({ everyMinutes: z.number(), keep: z.number() })),
  /** When the newest good one was begun; null while there is none. */
  madeAt: z.nullable(z.string()),
  /** The newest attempt. */
  last: z.nullable(
    z.object({ outcome: z.enum(backupOutcomes), startedAt: z.string(), endedAt: z.nullable(z.string()) }),
  ),
  /** Null without AUDIT_WITNESS. */
  witness: z.nullable(witnessStateSchema),
})

export type BackupState = z.infer<typeof backupStateSchema>
