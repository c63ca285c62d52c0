import { type ComponentType, useState } from 'react'
import { t } from '../language/translate.ts'
import { SearchIcon } from '../ui/icons.tsx'
import styles from './palette-button.module.css'
import { useFrameKeys } from './use-frame-keys.ts'

// Most visits never open them: they load when they are wanted.
const dialogs = {
  palette: async () => (await import('./palette.tsx')).Palette,
  keys: async () => (await import('./keys-help.tsx')).KeysHelp,
} as const

/** Leads to any screen, country or beneficiary by name; by Ctrl K too. `?` shows all keys. */
export function PaletteButton() {
  const [Shown, setShown] = useState<ComponentType<{ readonly onClose: () => void }>>()
  const [hasFailed, setHasFailed] = useState(false)

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
        <kbd className={styles.keys}>Ctrl K</kbd>
      </button>
      {hasFailed && (
        <p className={styles.failed} role="alert">
          {t('palette.button.failed')}
        </p>
      )}
      {Shown !== undefined && <Shown onClose={() => setShown(undefined)} />}
    </div>
  )
}

/** Loads it a moment before it is wanted, so that the first letters typed are not lost. */
function warmUp() {
  dialogs.palette().catch(() => undefined)
}
