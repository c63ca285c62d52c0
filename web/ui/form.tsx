import type { ReactNode } from 'react'
import { t } from '../language/translate.ts'
import { Actions, Button, type ButtonProps } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import styles from './form.module.css'
import { Callout } from './tone.tsx'

export interface FormProps {
  /** The words of the button that sends it. */
  readonly action: string
  /** What cannot be undone is sent by its button alone, never by Enter in a field. */
  readonly kind?: ButtonProps['kind']
  readonly isBusy: boolean
  readonly onSubmit: () => void
  /** Why the last attempt failed: a sentence, or an element that explains it. */
  readonly failure?: ReactNode
  readonly onCancel?: (() => void) | undefined
  readonly cancel?: string | undefined
  /** Further buttons. */
  readonly more?: ReactNode
  /** The fields. */
  readonly children?: ReactNode
}

/** A small form: its fields, why it failed, and its buttons. */
export function Form(props: FormProps) {
  const { action, kind = 'primary', isBusy, onSubmit, failure, onCancel, cancel = t('ui.form.cancel'), more } = props
  const isByButton = kind === 'danger'
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // One in a dialog may be within another form.
        event.stopPropagation()
        if (isBusy || isByButton) return
        onSubmit()
        goToFirstWrong(event.currentTarget)
      }}
    >
      {props.children}
      {typeof failure === 'object' ? failure : <FailureNotice text={failure} />}
      <Actions>
        <Button
          kind={kind}
          type={isByButton ? 'button' : 'submit'}
          busy={isBusy}
          onClick={isByButton ? onSubmit : undefined}
        >
          {action}
        </Button>
        {more}
        {onCancel !== undefined && <Button onClick={onCancel}>{cancel}</Button>}
      </Actions>
    </form>
  )
}

/** Goes to the first field that is marked once the form was sent, unless the form itself goes to one. */
function goToFirstWrong(form: HTMLElement): void {
  requestAnimationFrame(() => {
    if (document.activeElement?.getAttribute('aria-invalid') !== 'true')
      form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
}

/** Why an action failed, read out as soon as it has. */
export function FailureNotice({ text }: { readonly text: ReactNode }) {
  return <div role="alert">{typeof text === 'string' && <Callout tone="error" title={text} />}</div>
}

export interface FormDialogProps extends Omit<DialogProps, 'onClose' | 'children'>, Omit<FormProps, 'onCancel'> {
  readonly onClose: () => void
}

/** A question in front of the page, with what it asks for. */
export function FormDialog({ title, description, wide, onClose, children, ...form }: FormDialogProps) {
  return (
    <Dialog title={title} description={description} wide={wide} onClose={onClose}>
      <Form {...form} onCancel={onClose}>
        {children}
      </Form>
    </Dialog>
  )
}
