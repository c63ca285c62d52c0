import { encode } from 'uqr'
import styles from './credentials.module.css'

export interface QrCodeProps {
  readonly text: string
  /** What it is, for who does not see it. */
  readonly label: string
}

/** A text for the camera of a phone: dark on light in every theme, as cameras read it no other way. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, data } = encode(text, { border: 3 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
