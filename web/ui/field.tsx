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
  /** What to type; stands beside the label. */
  readonly hint?: ReactNode
  /** Red: must be fixed. Takes the place of all else below the control. */
  readonly error?: string | undefined
  /** Amber: look again. */
  readonly warning?: ReactNode
  /** Blue: an explanation, such as how a paste was understood. Takes the place of the hint, so that it moves nothing. */
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

/** The id of what stands below a control: aria-describedby points at it and at the hint. */
function messagesId(name: string): string {
  return `${fieldId(name)}-messages`
}

function hintId(name: string): string {
  return `${fieldId(name)}-hint`
}

function descriptionIds({ name, hint, note }: FieldTexts): string {
  return isShown(hint) || isShown(note) ? `${hintId(name)} ${messagesId(name)}` : messagesId(name)
}

/** The attributes that tie a control to its label and its messages. */
export function controlAttributes(texts: FieldTexts) {
  return {
    id: fieldId(texts.name),
    name: texts.name,
    'aria-describedby': descriptionIds(texts),
    'aria-invalid': texts.error !== undefined,
    'aria-required': texts.optional === undefined || texts.optional === false,
  }
}

/** A label with its hint or note above, a control, and one place below it for an error or a warning. */
export function Field({ texts, children }: { readonly texts: FieldTexts; readonly children: ReactNode }) {
  return (
    <div className={styles.field} data-field>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={fieldId(texts.name)} id={`${fieldId(texts.name)}-label`}>
          <LabelText texts={texts} />
        </label>
        <Hint texts={texts} />
      </div>
      {children}
      <FieldMessages texts={texts} />
    </div>
  )
}

/** The same for a group of controls. Its words are no legend: browsers give that a place of its own, out of line with other fields. */
export function FieldGroup({ texts, children }: { readonly texts: FieldTexts; readonly children: ReactNode }) {
  const labelId = `${fieldId(texts.name)}-label`
  return (
    <fieldset className={styles.group} aria-labelledby={labelId} aria-describedby={descriptionIds(texts)}>
      <div className={styles.field} data-field>
        <div className={styles.head}>
          <span className={styles.label} id={labelId}>
            <LabelText texts={texts} />
          </span>
          <Hint texts={texts} />
        </div>
        {children}
        <FieldMessages texts={texts} />
      </div>
    </fieldset>
  )
}

/** Fields in as many columns as there is room for, their controls in line. */
export function FieldGrid({ children }: { readonly children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>
}

/** One of them; a short one leaves room for another beside it. */
export function FieldCell({ isShort, children }: { readonly isShort: boolean; readonly children: ReactNode }) {
  return <div className={classNames(styles.cell, isShort && styles.short)}>{children}</div>
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

function Hint({ texts: { name, hint, note } }: { readonly texts: FieldTexts }) {
  if (isShown(note))
    return (
      <span className={classNames(styles.message, styles.note)} id={hintId(name)}>
        <InfoIcon />
        <span>{note}</span>
      </span>
    )
  return (
    isShown(hint) && (
      <span className={styles.hint} id={hintId(name)}>
        {hint}
      </span>
    )
  )
}

/** What there is to say of what was typed. It takes no room until then, and grows below the control. */
export function FieldMessages({ texts }: { readonly texts: FieldTexts }) {
  const { name, error, warning, explanation, ways } = texts
  return (
    <div>
      {(error !== undefined || isShown(warning) || isShown(explanation)) && (
        <div className={styles.said}>
          <div className={styles.messages} id={messagesId(name)}>
            <Messages texts={texts} />
          </div>
          {explanation}
        </div>
      )}
      {ways}
    </div>
  )
}

function Messages({ texts: { error, warning } }: { readonly texts: FieldTexts }) {
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
  return (
    isShown(warning) && (
      <p className={classNames(styles.message, styles.warning)}>
        <WarningIcon />
        <span>
          <span className="sr-only">{t('ui.field.warning')} </span>
          {warning}
        </span>
      </p>
    )
  )
}

function isShown(node: ReactNode): boolean {
  return node !== undefined && node !== null && node !== false && node !== ''
}
