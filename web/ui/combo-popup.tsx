import { t } from '../language/translate.ts'
import { classNames } from './class-names.ts'
import styles from './combo-field.module.css'
import type { Combo } from './use-combo.ts'

export interface ComboPopupProps {
  readonly combo: Combo
  readonly label: string
  readonly value: string
  readonly emptyText: string
}

/** The list of a combo box. The list element is always there, as aria-controls must point at something. */
export function ComboPopup({ combo, label, value, emptyText }: ComboPopupProps) {
  const { isOpen, opensUpward, shown, hidden, highlighted } = combo
  return (
    <div className={classNames(styles.popup, opensUpward && styles.above)} hidden={!isOpen}>
      <ul {...combo.menuProps({ 'aria-label': t('ui.combo.choices', { label }) })} className={styles.list}>
        {isOpen &&
          shown.map((option, index) => (
            <li
              key={option.value}
              {...combo.optionProps({ item: option, index })}
              className={classNames(
                styles.option,
                index === highlighted && styles.highlighted,
                option.value === value && styles.chosen,
              )}
            >
              <span>{option.label}</span>
              {option.detail !== undefined && <span className={styles.detail}>{option.detail}</span>}
              {option.hint !== undefined && <span className={styles.optionHint}>{option.hint}</span>}
            </li>
          ))}
      </ul>
      {isOpen && shown.length === 0 && <p className={styles.foot}>{emptyText}</p>}
      {isOpen && hidden > 0 && <p className={styles.foot}>{t('ui.combo.hidden', { count: hidden })}</p>}
    </div>
  )
}
