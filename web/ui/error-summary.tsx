import { useId } from 'react'
import { t } from '../language/translate.ts'
import styles from './error-summary.module.css'
import { fieldId } from './field.tsx'
import { ErrorIcon } from './icons.tsx'

interface ErrorSummaryItem {
  /** Name of the field to go to; undefined for what concerns the form as a whole. */
  readonly name?: string | undefined
  readonly message: string
}

export interface ErrorSummaryProps {
  /** The errors, in the order of the fields. Nothing is shown without any. */
  readonly items: readonly ErrorSummaryItem[]
  /** How often the form was submitted (react-hook-form's submitCount): each new attempt takes focus here, once. */
  readonly attempt: number
  readonly title?: string | undefined
}

/** The errors that keep a form from being submitted, by the GOV.UK pattern: takes focus after a failed attempt, links to each field. */
export function ErrorSummary({ items, attempt, title = t('ui.errors.title') }: ErrorSummaryProps) {
  const titleId = useId()
  // No role=alert: focus makes it read once, an alert would read it twice. The box stays mounted when it is empty,
  // so that an error which comes later, on leaving a field, cannot steal focus.
  return (
    <section
      key={attempt}
      ref={attempt > 0 ? focusIfFilled : undefined}
      tabIndex={-1}
      aria-labelledby={items.length > 0 ? titleId : undefined}
      aria-describedby={items.length > 0 ? `${titleId}-list` : undefined}
    >
      {items.length > 0 && (
        <div className={styles.summary}>
          <h2 className={styles.title} id={titleId}>
            <ErrorIcon />
            {title}
          </h2>
          <ul className={styles.list} id={`${titleId}-list`}>
            {items.map(({ name, message }) => (
              <li key={`${name} ${message}`}>
                {name === undefined ? message : <FieldLink name={name}>{message}</FieldLink>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

/** A link to a field. */
export function FieldLink({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <a
      href={`#${fieldId(name)}`}
      onClick={(event) => {
        event.preventDefault()
        goToField(name)
      }}
    >
      {children}
    </a>
  )
}

/**
 * Focuses a field, and scrolls it with its label into the middle of the screen, away from what is pinned to the edges; leaves no fragment
 * in the address.
 */
export function goToField(name: string): void {
  const control = document.getElementById(fieldId(name))
  const label = document.getElementById(`${fieldId(name)}-label`) ?? control?.closest('fieldset')
  label?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: label !== null && label !== undefined })
}

/** The same as soon as the field is rendered, which may take some frames. */
export function goToFieldOnceShown(name: string, framesLeft = 60): void {
  if (document.getElementById(fieldId(name)) !== null || framesLeft === 0) goToField(name)
  else requestAnimationFrame(() => goToFieldOnceShown(name, framesLeft - 1))
}

function focusIfFilled(box: HTMLElement | null): void {
  if (box?.firstElementChild) box.focus()
}
