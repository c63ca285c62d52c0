import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { FirstHint } from '../hints/first-hint.tsx'
import { t, tNode } from '../language/translate.ts'
import { withLaterParts } from '../screen/later-parts.ts'
import { paths } from '../screen/routes.ts'
import { useMay } from '../session/use-may.tsx'
import { classNames } from '../ui/class-names.ts'
import { SearchIcon } from '../ui/icons.tsx'
import { useIsNarrow } from '../ui/media.ts'
import styles from './palette-button.module.css'
import { isSingleKey } from './single-keys.ts'

// Most visits never open them, so they load on demand.
const dialogs = {
  palette: withLaterParts(async () => (await import('./palette.tsx')).Palette),
  keys: withLaterParts(async () => (await import('./keys-help.tsx')).KeysHelp),
} as const

/** Opens the command palette, as Ctrl K does. `?` shows all keys, N opens a new payout. */
export function PaletteButton() {
  const [, navigate] = useLocation()
  const [Shown, setShown] = useState<ComponentType<ShownProps>>()
  const [hasFailed, setHasFailed] = useState(false)
  const mayEnter = useMay('enter')

  function open(name: keyof typeof dialogs) {
    setHasFailed(false)
    dialogs[name]().then(
      (dialog) => setShown(() => dialog),
      () => setHasFailed(true),
    )
  }

  useFrameKeys({
    palette: () => (Shown === undefined ? open('palette') : setShown(undefined)),
    help: () => open('keys'),
    newPayout() {
      if (!mayEnter) return
      navigate(paths.newPayout)
      window.scrollTo(0, 0)
    },
    isNear: warmUp,
  })
  return (
    <div className={styles.box}>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={warmUp}
        onClick={() => open('palette')}
      >
        <SearchIcon />
        <span className={styles.word}>{t('palette.button.goTo')}</span>
        <kbd className={classNames(styles.keys, 'for-keys')}>Ctrl K</kbd>
      </button>
      {hasFailed && (
        <p className={styles.failed} role="alert">
          {t('palette.button.failed')}
        </p>
      )}
      {Shown !== undefined && <Shown onClose={() => setShown(undefined)} onKeys={() => open('keys')} />}
    </div>
  )
}

interface ShownProps {
  readonly onClose: () => void
  /** Shows all shortcuts instead of the palette. */
  readonly onKeys: () => void
}

/** Loads the palette a moment before it opens, so that the first letters typed are not lost. */
function warmUp() {
  dialogs.palette().catch(() => undefined)
}

interface FrameKeys {
  readonly palette: () => void
  readonly help: () => void
  readonly newPayout: () => void
  /** Ctrl is down, so K may follow. */
  readonly isNear: () => void
}

/** The keys of every screen. A key that the screen itself has handled is ignored. */
function useFrameKeys(keys: FrameKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => actOf(latest.current, event)
    // On the window, so that listeners of the screens, on the document, come first.
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function actOf({ palette, help, newPayout, isNear }: FrameKeys, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.repeat || event.altKey) return
  const { key, ctrlKey, metaKey, shiftKey } = event
  const isWithCommand = ctrlKey || metaKey
  if (key === 'Control' || key === 'Meta') isNear()
  if (isWithCommand && !shiftKey && key.toLowerCase() === 'k') {
    // Keeps the browser’s own search bar from opening.
    event.preventDefault()
    if (!isQuestionOpen()) palette()
  }
  // With Ctrl for people who turned single keys off.
  const isHelp = (isWithCommand && key === '/') || (key === '?' && isSingleKey(event))
  const isNew = key.toLowerCase() === 'n' && isSingleKey(event)
  // Checked last, as every key that is typed into a form comes here.
  if (!(isHelp || isNew) || isQuestionOpen()) return
  if (isHelp) help()
  if (isNew) {
    // Keeps the letter out of the field that takes focus.
    event.preventDefault()
    newPayout()
  }
}

/** An open dialog is answered first. The palette itself closes by its key. */
function isQuestionOpen(): boolean {
  return document.querySelector('dialog[open]:not([data-palette])') !== null
}

/** Shown above the lists: searching is faster than reading through them. Not on a phone, which has no such key and shows the button. */
export function PaletteHint() {
  if (useIsNarrow()) return null
  return (
    <div className="for-keys">
      <FirstHint name="palette">
        {tNode('palette.hint.anywhere', { key: (parts: ReactNode) => <kbd>{parts}</kbd> })}
      </FirstHint>
    </div>
  )
}
