import type { ReactNode } from 'react'
import { t } from '../language/translate.ts'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { ErrorIcon, InfoIcon } from './icons.tsx'
import { type Tone, ToneIcon, toneClass } from './tone.tsx'

/** What every field has in common; all fields are controlled, so that a form library can drive them. */
export interface FieldTexts {
  /** Name of the value; the control's id follows from it (see fieldId), and an error summary links to it. */
  readonly name: string
  /** In a grid of fields it leaves room for another one beside it. */
  readonly isShort?: boolean | undefined
  /** The label. */
  readonly label: string
  /** Adds "(optional)" or another note to the label; all other fields are understood as required. */
  readonly optional?: boolean | string | undefined
  /** What to type, next to the label. */
  readonly hint?: ReactNode
  /** Red: must be fixed. Replaces all other messages. */
  readonly error?: string | undefined
  /** Look again: amber, unless it is of another grade. */
  readonly warning?: ReactNode
  readonly warningTone?: Tone | undefined
  /** Blue: an explanation, such as how a paste was understood. Replaces the hint, so that nothing moves. */
  readonly note?: ReactNode
  /** A link to an explanation of the messages; next to them, so that it is not read out with the control. */
  readonly explanation?: ReactNode
  /** Buttons that resolve the messages at once, in the last line. */
  readonly ways?: ReactNode
}

/** The id of the control that carries a value. */
export function fieldId(name: string): string {
  return `field-${name}`
}

/** The id of the messages below a control: aria-describedby points at them and at the hint. */
function messagesId(name: string): string {
  return `${fieldId(name)}-messages`
}

function hintId(name: string): string {
  return `${fieldId(name)}-hint`
}

function descriptionIds({ name, hint, note }: FieldTexts): string {
  return isShown(hint) || isShown(note) ? `${hintId(name)} ${messagesId(name)}` : messagesId(name)
}

/** The attributes that link a control to its label and its messages. */
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
    <div className={fieldClass(texts)} data-field>
      <Head texts={texts}>
        <label className={styles.label} htmlFor={fieldId(texts.name)} id={`${fieldId(texts.name)}-label`}>
          {labelText(texts)}
        </label>
      </Head>
      {children}
      <FieldMessages texts={texts} />
    </div>
  )
}

/** The same for a group of controls. Its title is not a legend, which browsers position differently from other labels. */
export function FieldGroup({ texts, children }: { readonly texts: FieldTexts; readonly children: ReactNode }) {
  const labelId = `${fieldId(texts.name)}-label`
  return (
    <fieldset className={styles.group} aria-labelledby={labelId} aria-describedby={descriptionIds(texts)}>
      <div className={fieldClass(texts)} data-field>
        <Head texts={texts}>
          <span className={styles.label} id={labelId}>
            {labelText(texts)}
          </span>
        </Head>
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

/** What is warned of has the colour of its grade. */
function fieldClass({ isShort, warning, warningTone = 'warning' }: FieldTexts) {
  return classNames(styles.field, isShort === true && styles.short, isShown(warning) && toneClass(warningTone))
}

/** The label alone, or with its hint or note: a form has many fields, and each element of theirs is laid out. */
function Head({ texts, children }: { readonly texts: FieldTexts; readonly children: ReactNode }) {
  if (!isShown(texts.hint) && !isShown(texts.note)) return children
  return (
    <div className={styles.head}>
      {children}
      <Hint texts={texts} />
    </div>
  )
}

function labelText({ label, optional }: FieldTexts): ReactNode {
  if (!isShown(optional)) return label
  return (
    <>
      {label}
      <span className={styles.optional}> ({optional === true ? t('ui.field.optional') : optional})</span>
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

/** The messages about what was typed. They take no room until then, and grow below the control. */
export function FieldMessages({ texts }: { readonly texts: FieldTexts }) {
  const { name, error, warning, explanation, ways } = texts
  const hasMessage = error !== undefined || isShown(warning) || isShown(explanation)
  if (!hasMessage && !isShown(ways)) return null
  return (
    <div>
      {hasMessage && (
        <div className={styles.message}>
          {(error !== undefined || isShown(warning)) && (
            <div className={styles.messages} id={messagesId(name)}>
              <Messages texts={texts} />
            </div>
          )}
          {explanation}
        </div>
      )}
      {ways}
    </div>
  )
}

function Messages({ texts: { error, warning, warningTone = 'warning' } }: { readonly texts: FieldTexts }) {
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
      <p className={classNames(styles.message, styles.warning, toneClass(warningTone))}>
        <ToneIcon tone={warningTone} />
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
