import { ApiProblem } from '../api/api.ts'
import { clockWords } from '../language/formats.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { useStore, type Watchable } from '../state/store.ts'
import type { AutosaveState, DraftRefusal } from './draft-autosave.ts'
import styles from './draft-line.module.css'

/** Whether what was typed is saved, in one line. */
export function DraftLine({ autosave }: { readonly autosave: { readonly state: Watchable<AutosaveState> } }) {
  const state = useStore(autosave.state)
  return <p className={styles.line}>{wordsFor(state)}</p>
}

function wordsFor(autosave: AutosaveState): string {
  switch (autosave.state) {
    case 'nothing':
      return t('drafts.line.nothing')
    case 'saving':
      return t('drafts.line.saving')
    case 'waiting':
      return t('drafts.line.waiting')
    case 'refused':
      return t('drafts.line.refused', { why: whyRefused(autosave.why) })
    case 'ended':
      return t('drafts.line.ended')
    case 'saved':
      return t(autosave.isFork ? 'drafts.line.forked' : 'drafts.line.saved', { time: clockWords(autosave.at) })
  }
}

/** Without a problem the answer is not from the server but from a proxy: the body is too large for it. */
function whyRefused(why: DraftRefusal): string {
  return why instanceof ApiProblem ? problemDetail(why.problem) : t('drafts.line.tooMuch')
}
