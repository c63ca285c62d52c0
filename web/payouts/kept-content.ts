import type { DraftKeeper } from '../drafts/draft-keeper.ts'
import type { FormContent } from './form-content.ts'
import { latePayoutRules } from './late-rules.ts'

/** What an open form holds, outside React: it changes at every keystroke, and nothing is drawn from it. */
export interface KeptContent {
  readonly get: () => FormContent
  /** Changes a part, and has the whole kept on the server once it holds something that a person has entered. */
  readonly set: (part: Partial<FormContent>) => void
}

export function createKeptContent(initial: FormContent, keeper: DraftKeeper): KeptContent {
  let content = initial
  return {
    get: () => content,
    set(part) {
      content = { ...content, ...part }
      if (keeper.keeping().state !== 'nothing' || !isNothing(content)) keeper.keep(content)
    },
  }
}

/** Whoever chose a country and left has lost nothing; kept, such forms would pile up in the list. */
function isNothing({ form, confirmed, checks, fromBook, payoutVersion }: FormContent): boolean {
  if (confirmed.length > 0 || fromBook !== undefined || payoutVersion !== undefined) return false
  if (Object.keys(checks.records).length > 0) return false
  return latePayoutRules.now()?.isUntouched(form) ?? form.country === undefined
}
