import { useSyncExternalStore } from 'react'
import type { DraftKeeper, Keeping } from './draft-keeper.ts'
import styles from './draft-line.module.css'

/** Whether what was typed is safe, in one line. */
export function DraftLine({ keeper }: { readonly keeper: DraftKeeper }) {
  const keeping = useSyncExternalStore(keeper.subscribe, keeper.keeping)
  return <p className={styles.line}>{wordsOf(keeping)}</p>
}

function wordsOf(keeping: Keeping): string {
  switch (keeping.state) {
    case 'nothing':
      return 'What you type is kept as your draft.'
    case 'keeping':
      return 'Keeping your draft …'
    case 'waiting':
      return 'Your draft could not be kept yet: the server does not answer. It is tried again; leave this page open.'
    case 'kept':
      return `Draft kept ${timeOf(keeping.at)}.${keeping.isFork ? ' It was changed elsewhere too: both are among your drafts.' : ''}`
  }
}

function timeOf(at: string): string {
  return new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
}
