import { resolve } from 'node:path'
import { systemClock } from './clock.ts'
import { readConfig } from './config.ts'
import { type ProgramAnswer, programAnswer } from './program-answer.ts'
import { amountOf, type Tools } from './store/backup/backup.ts'
import { restore as restoreFrom } from './store/backup/restore.ts'
import { StoreError } from './store/store.ts'

/** The program behind `npm run restore -- <file>`. */
export function restore([file, ...rest]: readonly string[], tools: Tools): Promise<ProgramAnswer> {
  return programAnswer(async () => {
    if (file === undefined || rest.length > 0) throw new StoreError('say what from: npm run restore -- <file>')
    const restored = await restoreFrom(readConfig().data, resolve(file), tools, systemClock.date())
    const former =
      restored.aside === undefined ? 'There was nothing before.' : `What was there is kept in ${restored.aside}.`
    return [
      `Restored: ${amountOf(restored)}. The audit log holds, and tells of this restore. ${former}`,
      ...paidAlready(restored.exportedSince),
    ].join('\n')
  })
}

/** What a person must know before the next export: the provider may have these already. */
function paidAlready(references: readonly string[] | undefined): readonly string[] {
  if (references === undefined) {
    return [
      'The former database could not be read, so it is not known which payouts were exported since this backup was made: before you export, compare with what was sent, or they are paid twice.',
    ]
  }
  if (references.length === 0) return []
  const what = references.length === 1 ? '1 payout was' : `${references.length} payouts were`
  return [
    `${what} exported since this backup was made, which this database does not know. If it exports them again, or they are entered again, they can be paid twice:`,
    ...references,
  ]
}
