import styles from './skeleton.module.css'

export interface SkeletonProps {
  /** How many lines the content will have. */
  readonly lines: number
  /** What is loading, for screen readers. */
  readonly label: string
}

/** The shape of lines that are still loading. */
export function Skeleton({ lines, label }: SkeletonProps) {
  return (
    <div className={styles.skeleton}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <span key={line} className={styles.line} />
      ))}
    </div>
  )
}
