import type { ReactNode } from 'react'
import { t } from '../language/translate.ts'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { ErrorIcon, InfoIcon, WarningIcon } from './icons.tsx'

/** What every field has in common; all fields are controlled, so that a form library can drive them. */
export interface FieldTexts {
  /** Name of the value; the control's id follows from it (see fieldId), and an error summary links to it. */
  readonly name: string
  /** The words above the control. */
  readonly label: string
  /** Adds "(optional)" to the label, or the words that say what for; all other fields are understood as required. */
  readonly optional?: boolean | string | undefined
  /** What to type; stands below the control until something more important does. */
  readonly hint?: ReactNode
  /** Red: must be fixed. Takes the place of all else below the control. */
  readonly error?: string | undefined
  /** Amber: look again. */
  readonly warning?: ReactNode
  /** Blue: an explanation, such as how a paste was understood. Stands below a warning. */
  readonly note?: ReactNode
  /** A link to more about what stands below; beside it, and no part of what is read out with the control. */
  readonly explanation?: ReactNode
  /** What can be done about it at once: buttons, on a line of their own below all else. */
  readonly ways?: ReactNode
}

/** The id of the control that carries a value. */
export function fieldId(name: string): string {
  return `field-${name}`
}

/** The id of the line below a control: what aria-describedby points at. */
function messagesId(name: string): string {
  return `${fieldId(name)}-messages`
}

/** The attributes that tie a control to its label and its messages. */
export function controlAttributes(texts: FieldTexts) {
  return {
    id: fieldId(texts.name),
    name: texts.name,
    'aria-describedby': messagesId(texts.name),
    'aria-invalid': texts.error !== undefined,
    'aria-required': texts.optional === undefined || texts.optional === false,
  }
}

/** A label above, a control, and one place below it for hint, error, warning and note. */
export function Field({ texts, children }: { readonly texts: FieldTexts; readonly children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={fieldId(texts.name)} id={`${fieldId(texts.name)}-label`}>
        <LabelText texts={texts} />
      </label>
      {children}
      <FieldMessages texts={texts} />
    </div>
  )
}

/** The same for a group of controls: a fieldset with its legend. */
export function FieldGroup({ texts, children }: { readonly texts: FieldTexts; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.field} aria-describedby={messagesId(texts.name)}>
      <legend className={styles.label}>
        <LabelText texts={texts} />
      </legend>
      {children}
      <FieldMessages texts={texts} />
    </fieldset>
  )
}

/** Fields side by side, as many as fit; one under the other on a phone. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

function LabelText({ texts }: { readonly texts: FieldTexts }) {
  return (
    <>
      {texts.label}
      {isShown(texts.optional) && (
        <span className={styles.optional}> ({texts.optional === true ? t('ui.field.optional') : texts.optional})</span>
      )}
    </>
  )
}

/** The line below a control, always there and one line high at least. */
export function FieldMessages({ texts }: { readonly texts: FieldTexts }) {
  return (
    <>
      <div className={styles.below}>
        <div className={styles.messages} id={messagesId(texts.name)}>
          <Messages texts={texts} />
        </div>
        {texts.explanation}
      </div>
      {texts.ways}
    </>
  )
}

function Messages({ texts: { error, warning, note, hint } }: { readonly texts: FieldTexts }) {
  if (error !== undefined) {
    return (
      <p className={classNames(styles.message, styles.error)}>
        <ErrorIcon />
        <span>
          <span className="sr-only">{t('ui.field.error')} </span>
          {error}
        </span>
      </p>
    )
  }
  if (!isShown(warning) && !isShown(note)) return isShown(hint) && <p className={styles.hint}>{hint}</p>
  return (
    <>
      {isShown(warning) && (
        <p className={classNames(styles.message, styles.warning)}>
          <WarningIcon />
          <span>
            <span className="sr-only">{t('ui.field.warning')} </span>
            {warning}
          </span>
        </p>
      )}
      {isShown(note) && (
        <p className={classNames(styles.message, styles.note)}>
          <InfoIcon />
          <span>{note}</span>
        </p>
      )}
    </>
  )
}

function isShown(node: ReactNode): boolean {
  return node !== undefined && node !== null && node !== false && node !== ''
}
