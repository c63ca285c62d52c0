/* Long work: see schema.ts for what the columns are. */

export const jobKinds = ['validations', 'approval', 'export', 'rows', 'acts', 'outcomes'] as const

/** `collecting`: not all that it is about was given yet. `done`, `stopped` and `failed` are the end. */
export const jobStates = ['collecting', 'waiting', 'running', 'paused', 'undoing', 'done', 'stopped', 'failed'] as const

export interface JobTables {
  readonly jobs: JobsTable
  readonly job_parts: JobPartsTable
}

/** Work that goes on without the request that asked for it, piece by piece, on whichever server. */
interface JobsTable {
  readonly id: string
  readonly kind: (typeof jobKinds)[number]
  /** The batch or the export that it is about; blank for none. */
  readonly about_id: string
  /** On whose authority it runs. */
  readonly person_id: string
  readonly state: (typeof jobStates)[number]
  /** A code: why it was paused, stopped or failed. */
  readonly why: string | null
  /** Of how many pieces how many are done, and of those how many were refused. */
  readonly count: number
  readonly done: number
  readonly failed: number
  /** Of its parts, at least: what counts where a person has given too much. */
  readonly bytes: number
  /** From when on it goes on; blank: at once. */
  readonly due_at: string
  /** Which server works on it, and until when by the clock of the database others keep off. */
  readonly holder: string | null
  readonly lease_until: string | null
  /** JSON: what was asked, by whom, and how far it is: see jobs/job-rows.ts. */
  readonly content_encrypted: string
  readonly created_at: string
  readonly ended_at: string | null
}

/** A part of a list that a job is about. */
interface JobPartsTable {
  /** The job and the part, as in `…c1-12`; of what became of things, `…c1--1`. */
  readonly id: string
  readonly job_id: string
  readonly part: number
  /** JSON, as its kind has it. */
  readonly content_encrypted: string
}
