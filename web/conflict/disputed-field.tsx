import type { ReactNode } from 'react'
import { t, tNode } from '../language/translate.ts'
import { classNames } from '../ui/class-names.ts'
import { TickIcon } from '../ui/icons.tsx'
import styles from './conflict-view.module.css'
import type { Whose } from './newer.ts'
import type { Disputed, Side } from './settle.ts'

/** A field with how its values are shown; a code shows what it stands for. */
export interface ShownField extends Disputed {
  readonly show?: ((value: string) => ReactNode) | undefined
}

export interface DisputedFieldProps {
  readonly field: ShownField
  /** Who saved the newer version. */
  readonly name: string
  readonly whose: Whose
  readonly side: Side | undefined
  readonly onChoose: (side: Side) => void
}

/** One field with both of its values; native radio buttons, so that arrow keys go between them. */
export function DisputedField({ field, name: by, whose, side, onChoose }: DisputedFieldProps) {
  const { name, label, base } = field
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{label}</legend>
      {base !== undefined && (
        <p className={styles.quiet}>
          {tNode('conflict.field.before', { value: () => <Value field={field} value={base} /> })}
        </p>
      )}
      <div className={styles.sides}>
        {sides.map((which) => (
          <label key={which} className={classNames(styles.side, side === which && styles.chosen)}>
            <input type="radio" name={`settle-${name}`} checked={side === which} onChange={() => onChoose(which)} />
            <span className={styles.words}>
              <span className={styles.whose}>
                {which === 'mine'
                  ? t('conflict.field.yours', { whose })
                  : t('conflict.field.theirs', { whose, name: by })}
                {side === which && <TickIcon />}
              </span>
              <Value field={field} value={field[which]} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const sides = ['mine', 'theirs'] as const

function Value({ field: { show }, value }: { readonly field: ShownField; readonly value: string }) {
  return value === '' ? <em>{t('conflict.field.nothing')}</em> : <span>{show === undefined ? value : show(value)}</span>
}
