import { ApiProblem } from '../api/api.ts'
import type { DraftAutosave } from './draft-autosave.ts'

/** Makes the save that a draft ends with. Meanwhile nothing of the form is sent; where the save fails, its keeping goes on. */
export async function endingDraft<Saved>(autosave: DraftAutosave, save: () => Promise<Saved>): Promise<Saved> {
  await autosave.pause()
  try {
    const saved = await save()
    await autosave.end()
    return saved
  } catch (error) {
    autosave.resume(mayHaveSaved(error))
    throw error
  }
}

/** A refusal has saved nothing. Of all else, a lost answer above all, that is not known. */
function mayHaveSaved(error: unknown): boolean {
  return !(error instanceof ApiProblem) || error.problem.status >= 500 || error.problem.retryable
}
