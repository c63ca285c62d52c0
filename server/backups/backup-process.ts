import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { extname } from 'node:path'
import * as z from 'zod/mini'
import { StoreError } from '../store/database-kind.ts'

/** The message that the process receives. */
export const backupJobSchema = z.object({
  databaseUrl: z.optional(z.string()),
  dataDirectory: z.string(),
  postgresPrograms: z.optional(z.string()),
  /** The data keys, to verify the audit log with; left out: the embedded database's own. */
  keys: z.optional(z.string()),
  target: z.string(),
  at: z.string(),
})

type BackupJob = z.infer<typeof backupJobSchema>

const answerSchema = z.object({ error: z.nullable(z.string()) })

const graceMs = 2_000

/** In this file's folder, also in the build. */
export const backupProgram = new URL(`./run-backup${extname(import.meta.url)}`, import.meta.url)

/**
 * Makes a backup in a process of its own that lets the server go first: a copy that is read to its end, checked and hashed takes a processor
 * for as long as it lasts.
 * @param program run-backup.ts, or what was built of it
 */
export async function backUpInProcess(program: URL, job: BackupJob, signal: AbortSignal): Promise<void> {
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  const answers: unknown[] = []
  child.on('message', (answer) => answers.push(answer))
  const end = () => {
    child.kill('SIGTERM')
    // In the middle of a copy of the embedded database it hears nothing.
    setTimeout(() => child.kill('SIGKILL'), graceMs).unref()
  }
  signal.addEventListener('abort', end, { once: true })
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    child.send(job)
    if (signal.aborted) end()
    await ended
  } finally {
    signal.removeEventListener('abort', end)
  }
  if (signal.aborted) throw new StoreError('the backup was cut short, as the server ended or it took too long')
  const answer = answerSchema.safeParse(answers.at(-1))
  if (!answer.success) throw new StoreError('the process that makes the backup ended without a word')
  if (answer.data.error !== null) throw new StoreError(answer.data.error)
}
