import styles from './spinner.module.css'

/** A turning ring, for decoration only: say in words beside it what is under way. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}
