import { type ReactNode, useId } from 'react'
import styles from './dialog.module.css'
import { showModal } from './show-modal.ts'

export interface DialogProps {
  readonly title: string
  /** One sentence that is read out with the title. */
  readonly description?: string | undefined
  /** Called on Escape; without it the question has to be answered, and begins with focus on its title, where no key answers by chance. */
  readonly onClose?: (() => void) | undefined
  readonly children: ReactNode
}

/** A question in front of the page: a native modal dialog, so that focus trap and the way back are the browser's. */
export function Dialog({ title, description, onClose, children }: DialogProps) {
  const id = useId()
  return (
    <dialog
      className={styles.dialog}
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
