import type { DraftKeeper } from '../drafts/draft-keeper.ts'
import type { FormContent } from './form-content.ts'

/** What an open form holds, outside React: it changes at every keystroke, and nothing is drawn from it. */
export interface KeptContent {
  readonly get: () => FormContent
  /** Changes a part, and has the whole kept on the server. */
  readonly set: (part: Partial<FormContent>) => void
}

export function createKeptContent(initial: FormContent, keeper: DraftKeeper): KeptContent {
  let content = initial
  return {
    get: () => content,
    set(part) {
      content = { ...content, ...part }
      keeper.keep(content)
    },
  }
}
