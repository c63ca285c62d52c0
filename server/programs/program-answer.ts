import { ConfigError } from '../settings/config.ts'
import { StoreError } from '../store/database-kind.ts'
import { explainTrouble } from '../store/trouble.ts'

/** What a program prints at its end, and whether it did its work. */
export interface ProgramAnswer {
  readonly isDone: boolean
  readonly text: string
}

/** Turns an error that a person can fix into a line for them; a bug keeps its stack. */
export async function programAnswer(work: () => Promise<string>): Promise<ProgramAnswer> {
  try {
    return { isDone: true, text: await work() }
  } catch (error) {
    if (error instanceof ConfigError) return { isDone: false, text: error.message }
    const reason = error instanceof StoreError ? error.message : explainTrouble(error)
    if (reason === undefined) throw error
    return { isDone: false, text: `Nothing was done: ${reason}.` }
  }
}
