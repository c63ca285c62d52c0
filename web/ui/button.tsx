import { type MouseEvent, type ReactNode, type Ref, useId } from 'react'
import { Link } from 'wouter'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { useAnnounce } from './live-region.tsx'

export interface ButtonProps {
  readonly children: ReactNode
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
  /** 'primary' is for the one thing the screen is for; 'danger' for what cannot be undone; 'link' for what stands in a sentence. */
  readonly kind?: 'primary' | 'quiet' | 'danger' | 'link' | undefined
  readonly small?: boolean | undefined
  readonly type?: 'button' | 'submit' | undefined
  /** The id of the form to submit, for a submit button that stands outside it. */
  readonly form?: string | undefined
  /** Work is under way: further presses do nothing, the button stays where it is and keeps focus. */
  readonly busy?: boolean | undefined
  /** Why it cannot be pressed now. It is shown, and read out with the button and at each press; the button stays reachable. */
  readonly unavailable?: string | undefined
  /** A name for screen readers, where the words shown are not enough out of context. */
  readonly label?: string | undefined
  /** For a button that shows and hides something. */
  readonly expanded?: boolean | undefined
  /** The key that does the same: shown beside the words, dashed while it does nothing yet. */
  readonly shortcut?: { readonly key: string; readonly isReady: boolean } | undefined
  /** No stop of Tab, for what merely leads to where Tab comes anyway. */
  readonly skippedByTab?: boolean | undefined
  readonly buttonRef?: Ref<HTMLButtonElement> | undefined
}

/** A button that is never `disabled`: who cannot press it can still reach it and learn why. */
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
  // The frame is always there: were it to come and go, the button would be made again and lose focus.
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

/** A turning ring, for decoration only: say in words beside it what is under way. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}

export interface ButtonLinkProps {
  readonly href: string
  readonly kind?: 'primary' | 'quiet' | undefined
  /** The key that leads there too, shown beside the words. */
  readonly shortcut?: string | undefined
  readonly children: ReactNode
}

/** A link to another screen that stands where buttons do and looks like one. */
export function ButtonLink({ href, kind = 'quiet', shortcut, children }: ButtonLinkProps) {
  return (
    <Link
      href={href}
      className={classNames(styles.button, styles[kind], styles.asLink)}
      onClick={toTop}
      aria-keyshortcuts={shortcut}
    >
      {children}
      {shortcut !== undefined && (
        <kbd className={styles.key} aria-hidden>
          {shortcut}
        </kbd>
      )}
    </Link>
  )
}

function toTop() {
  window.scrollTo(0, 0)
}

/** Buttons in a line; a second line where there is no room. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
