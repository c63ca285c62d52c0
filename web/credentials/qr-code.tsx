import { encodeQR } from 'qr'
import styles from './credentials.module.css'

export interface QrCodeProps {
  readonly text: string
  /** The text for people who do not see it. */
  readonly label: string
}

/** A QR code: dark on light in every theme, as cameras cannot read it otherwise. */
export function QrCode({ text, label }: QrCodeProps) {
  const rows = encodeQR(text, 'raw', { border: 3 })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
