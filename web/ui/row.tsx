import type { ReactNode } from 'react'
import styles from './row.module.css'

/** Fields side by side, as many as fit; one under the other on a phone. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

/** Buttons in a line; a second line where there is no room. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
