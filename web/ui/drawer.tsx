import { type ReactNode, useId } from 'react'
import { t } from '../language/translate.ts'
import { Button } from './button.tsx'
import styles from './drawer.module.css'

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
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the sheet closes it; Escape and the button do by key
    <dialog
      className={styles.drawer}
      ref={showModal}
      aria-labelledby={titleId}
      onClose={(event) => event.currentTarget.open || onClose()}
      onClick={(event) => {
        // The backdrop belongs to the dialog element itself; whatever is inside is another target.
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

/** Closing before the element goes away is what gives focus back to where it was. */
function showModal(dialog: HTMLDialogElement) {
  if (!dialog.open) dialog.showModal()
  return () => dialog.close()
}
