import { isUntouched } from '#shared/payout/entry-draft.ts'
import type { DraftAutosave } from '../drafts/draft-autosave.ts'
import type { FormContent } from './form-content.ts'

/** What an open form holds, outside React: it changes at every keystroke, and nothing is drawn from it. */
export interface SavedContent {
  readonly get: () => FormContent
  /** Changes a part, and has the whole kept on the server once it holds something that a person has entered. */
  readonly set: (part: Partial<FormContent>) => void
}

export function createSavedContent(initial: FormContent, autosave: DraftAutosave): SavedContent {
  let content = initial
  return {
    get: () => content,
    set(part) {
      content = { ...content, ...part }
      if (autosave.keeping.get().state !== 'nothing' || !isNothing(content)) autosave.keep(content)
    },
  }
}

/** Whoever chose a country and left has lost nothing; kept, such forms would pile up in the list. */
function isNothing({ form, confirmed, checks, chosenBeneficiary, payoutVersion }: FormContent): boolean {
  if (confirmed.length > 0 || chosenBeneficiary !== undefined || payoutVersion !== undefined) return false
  if (Object.keys(checks.records).length > 0) return false
  return isUntouched(form)
}
