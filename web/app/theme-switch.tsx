import { useState } from 'react'
import { ThemeIcon } from '../ui/icons.tsx'
import { applyColorTheme, type ColorTheme, savedColorTheme } from './color-theme.ts'
import styles from './shell.module.css'
import { rich } from './words.ts'

const next: Record<ColorTheme, ColorTheme> = { system: 'light', light: 'dark', dark: 'system' }

/** Steps through the three themes. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(savedColorTheme)
  function step() {
    applyColorTheme(next[theme])
    setTheme(next[theme])
  }
  return (
    <button type="button" className={styles.theme} onClick={step}>
      <ThemeIcon />
      <span>
        {rich(`theme.${theme}`, {
          hidden: (parts) => <span className="sr-only">{parts}</span>,
          word: (parts) => <span className={styles.themeTitle}>{parts}</span>,
        })}
      </span>
    </button>
  )
}
