import { backUp } from '../store/backup/backup.ts'
import { StoreError } from '../store/database-kind.ts'
import { readKeyRing } from '../store/encryption/key-ring.ts'
import { explainTrouble } from '../store/trouble.ts'
import { backupJobSchema } from './backup-process.ts'

/** The process that makes one scheduled backup for the server that started it, and ends with it. */
process.once('disconnect', () => process.exit(1))
process.once('SIGTERM', () => process.exit(1))
process.once('message', async (message) => {
  const error = await makeBackup(message)
  process.send?.({ error }, () => process.exit(0))
})

async function makeBackup(message: unknown): Promise<string | null> {
  const { target, at, postgresPrograms, keys, ...place } = backupJobSchema.parse(message)
  try {
    await backUp(
      { ...place, keyRing: keys === undefined ? undefined : readKeyRing(keys) },
      target,
      { postgresPrograms },
      new Date(at),
    )
    return null
  } catch (error) {
    if (error instanceof StoreError) return error.message
    return explainTrouble(error) ?? 'it failed unexpectedly'
  }
}
