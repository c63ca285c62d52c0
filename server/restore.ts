import { resolve } from 'node:path'
import { systemClock } from './clock.ts'
import { readConfig } from './config.ts'
import { type ProgramAnswer, programAnswer } from './program-answer.ts'
import type { Tools } from './store/backup/backup.ts'
import { amountOf } from './store/backup/check-database.ts'
import { restore as restoreFrom } from './store/backup/restore.ts'
import { StoreFault } from './store/store-fault.ts'

/** The program behind `npm run restore -- <file>`. */
export function restore([file, ...rest]: readonly string[], tools: Tools): Promise<ProgramAnswer> {
  return programAnswer(async () => {
    if (file === undefined || rest.length > 0) throw new StoreFault('say what from: npm run restore -- <file>')
    const restored = await restoreFrom(readConfig().data, resolve(file), tools, systemClock.date())
    const former =
      restored.aside === undefined ? 'There was nothing before.' : `What was there is kept in ${restored.aside}.`
    return `Restored: ${amountOf(restored)}. The record holds. ${former}`
  })
}
