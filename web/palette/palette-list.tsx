import { Link } from 'wouter'
import { t } from '../language/translate.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './palette.module.css'
import type { PalettePlace } from './palette-places.ts'

export interface PaletteGroup {
  readonly title: string
  readonly places: readonly PalettePlace[]
}

export interface PaletteListProps {
  readonly id: string
  readonly groups: readonly PaletteGroup[]
  /** The address under Enter. */
  readonly current: string | undefined
  readonly optionId: (to: string) => string
  readonly onPoint: (to: string) => void
  readonly onGo: () => void
}

/** What was found. Each is a real link, so that a click with Ctrl opens another tab. */
export function PaletteList({ id, groups, current, optionId, onPoint, onGo }: PaletteListProps) {
  return (
    <div className={styles.list} role="listbox" id={id} aria-label={t('palette.found')}>
      {groups.map(({ title, places }) => (
        <fieldset key={title} aria-label={title}>
          <p className={styles.group} aria-hidden="true">
            {title}
          </p>
          {places.map(({ to, title: name, detail }) => (
            <Link
              key={to}
              href={to}
              id={optionId(to)}
              role="option"
              aria-selected={to === current}
              tabIndex={-1}
              className={classNames(styles.option, to === current && styles.current)}
              onPointerMove={() => onPoint(to)}
              onClick={() => {
                window.scrollTo(0, 0)
                onGo()
              }}
            >
              <span>{name}</span>
              {detail !== undefined && <span className={styles.detail}>{detail}</span>}
            </Link>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
