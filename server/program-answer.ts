import { ConfigError } from './config.ts'
import { StoreError } from './store/database-kind.ts'

/** What a program beside the server says at its end, and whether it did its work. */
export interface ProgramAnswer {
  readonly isDone: boolean
  readonly text: string
}

/** Turns what a person can mend into a line for them; a bug keeps its stack. */
export async function programAnswer(work: () => Promise<string>): Promise<ProgramAnswer> {
  try {
    return { isDone: true, text: await work() }
  } catch (error) {
    if (error instanceof StoreError) return { isDone: false, text: `Nothing was done: ${error.message}.` }
    if (error instanceof ConfigError) return { isDone: false, text: error.message }
    throw error
  }
}
