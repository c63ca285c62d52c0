import { useState } from 'react'
import { ThemeIcon } from '../ui/icons.tsx'
import { applyColorTheme, type ColorTheme, savedColorTheme } from './color-theme.ts'
import styles from './shell.module.css'

const next: Record<ColorTheme, ColorTheme> = { system: 'light', light: 'dark', dark: 'system' }

const titles: Record<ColorTheme, string> = { system: 'System colours', light: 'Light', dark: 'Dark' }

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
      <span className="sr-only">Colours: </span>
      <span className={styles.themeTitle}>{titles[theme]}</span>
    </button>
  )
}
