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
      return 'What you type is kept.'
    case 'keeping':
      return 'Keeping …'
    case 'waiting':
      return 'What you typed could not be kept yet: the server does not answer. It is tried again; leave this page open.'
    case 'refused':
      return `What you typed is not kept: ${keeping.detail}`
    case 'ended':
      return 'This form was saved already, so changes to it are not kept. Look in the list before you save it again.'
    case 'kept':
      return `Kept ${timeOf(keeping.at)}.${keeping.isFork ? ' It was changed elsewhere too: both are among your unfinished forms.' : ''}`
  }
}

function timeOf(at: string): string {
  return new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
}
