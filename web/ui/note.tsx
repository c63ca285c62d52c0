import type { ReactNode } from 'react'
import { InfoIcon } from './icons.tsx'
import styles from './note.module.css'

/** A quiet issue that stands by itself: something to know, nothing to do. */
export function Note({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.note}>
      <InfoIcon />
      <span>{children}</span>
    </p>
  )
}
