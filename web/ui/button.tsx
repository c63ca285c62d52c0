import { type MouseEvent, type ReactNode, type Ref, useId } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { useAnnounce } from './live-region.tsx'

export interface ButtonProps {
  readonly children: ReactNode
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
  /** 'primary' is for the main action of the screen, 'danger' for what cannot be undone, 'link' for a button within a sentence. */
  readonly kind?: 'primary' | 'quiet' | 'danger' | 'link' | undefined
  readonly small?: boolean | undefined
  readonly type?: 'button' | 'submit' | undefined
  /** The id of the form to submit, for a submit button outside of it. */
  readonly form?: string | undefined
  /** The action is running: further clicks do nothing, the button stays where it is and keeps focus. */
  readonly busy?: boolean | undefined
  /** Why it cannot be pressed now. Shown, and read out with the button and on each click; the button stays focusable. */
  readonly unavailable?: string | undefined
  /** A name for screen readers, where the words shown are not enough out of context. */
  readonly label?: string | undefined
  /** For a button that shows and hides something. */
  readonly expanded?: boolean | undefined
  /** The shortcut key, shown next to the label; dashed while it has no effect. */
  readonly shortcut?: { readonly key: string; readonly isReady: boolean } | undefined
  /** Not a tab stop, for a button that only leads to where Tab leads anyway. */
  readonly skippedByTab?: boolean | undefined
  readonly buttonRef?: Ref<HTMLButtonElement> | undefined
}

/** A button that is never `disabled`: when it cannot be pressed, it can still be focused to learn why. */
export function Button(props: ButtonProps) {
  const {
    children,
    onClick,
    kind = 'quiet',
    small,
    type = 'button',
    form,
    busy = false,
    unavailable,
    label,
    shortcut,
  } = props
  const reasonId = useId()
  const announce = useAnnounce()
  const isBlocked = busy || unavailable !== undefined
  const button = (
    <button
      type={type}
      form={form}
      ref={props.buttonRef}
      tabIndex={props.skippedByTab ? -1 : undefined}
      className={classNames(styles.button, styles[kind], small === true && styles.small)}
      aria-disabled={isBlocked || undefined}
      aria-busy={busy || undefined}
      aria-label={label}
      aria-expanded={props.expanded}
      data-acts={kind === 'danger' || kind === 'primary' || undefined}
      aria-keyshortcuts={shortcut?.isReady === true ? shortcut.key : undefined}
      aria-describedby={unavailable === undefined ? undefined : reasonId}
      onClick={(event) => {
        if (!isBlocked) return onClick?.(event)
        event.preventDefault()
        if (unavailable !== undefined) announce(unavailable)
      }}
    >
      {busy && <Spinner />}
      {children}
      {shortcut !== undefined && (
        <kbd className={classNames(styles.key, !shortcut.isReady && styles.resting)} aria-hidden>
          {shortcut.key}
        </kbd>
      )}
    </button>
  )
  if (!('unavailable' in props)) return button
  // With a reason or without: adding and removing the frame would recreate the button, which would lose focus.
  return (
    <span className={unavailable === undefined ? styles.bare : styles.wrap}>
      {button}
      {unavailable !== undefined && (
        <span className={styles.reason} id={reasonId}>
          {unavailable}
        </span>
      )}
    </span>
  )
}

/** A spinner, for decoration only: put what is happening in words next to it. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}

/** Buttons in a line, which wraps where there is no room. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
