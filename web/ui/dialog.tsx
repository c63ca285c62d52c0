import { type ReactNode, useId } from 'react'
import { t } from '../language/translate.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'

export interface DialogProps {
  readonly title: string
  /** One sentence that is read out with the title. */
  readonly description?: string | undefined
  /** Called on Escape; without it the question has to be answered, and begins with focus on its title, where no key answers by chance. */
  readonly onClose?: (() => void) | undefined
  /** For a table. */
  readonly wide?: boolean | undefined
  readonly children: ReactNode
}

/** A question in front of the page: a native modal dialog, so that focus trap and the way back are the browser's. */
export function Dialog({ title, description, onClose, wide = false, children }: DialogProps) {
  const id = useId()
  return (
    <dialog
      className={classNames(styles.dialog, wide && styles.wide)}
      ref={showModal}
      aria-labelledby={id}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
      onCancel={(event) => {
        if (onClose === undefined) event.preventDefault()
      }}
      onClose={(event) => event.currentTarget.open || onClose?.()}
    >
      <h2 id={id} tabIndex={onClose === undefined ? -1 : undefined}>
        {title}
      </h2>
      {description !== undefined && <p id={`${id}-description`}>{description}</p>}
      {children}
    </dialog>
  )
}

export interface DrawerProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * A sheet that comes up from the bottom: a native modal dialog, so Escape, the focus trap and the way back to the
 * button that opened it are the browser's. Render it while it is open.
 */
export function Drawer({ title, onClose, children }: DrawerProps) {
  const titleId = useId()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside the sheet closes it; Escape and the button do by key
    <dialog
      className={styles.drawer}
      ref={showModal}
      aria-labelledby={titleId}
      onClose={(event) => event.currentTarget.open || onClose()}
      onClick={(event) => {
        // The backdrop belongs to the dialog element itself; anything inside has another target.
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <Button small onClick={onClose}>
          {t('ui.drawer.close')}
        </Button>
      </div>
      <div className={styles.content}>{children}</div>
    </dialog>
  )
}

/**
 * For the ref of a modal dialog. Focus never begins on the button that does it: the Enter that opened the dialog, pressed twice, would do it.
 * Closing before the element goes away is what gives focus back to where it was.
 */
export function showModal(dialog: HTMLDialogElement): () => void {
  if (!dialog.open) dialog.showModal()
  const heading = dialog.querySelector<HTMLElement>(':scope > h2')
  if (document.activeElement?.matches('[data-acts]')) heading?.setAttribute('tabindex', '-1')
  if (heading?.hasAttribute('tabindex')) heading.focus()
  return () => dialog.close()
}
