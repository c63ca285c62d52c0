import { useState } from 'react'
import { t } from '../language/translate.ts'
import { ThemeIcon } from '../ui/icons.tsx'
import { applyColorTheme, type ColorTheme, savedColorTheme } from './color-theme.ts'
import styles from './shell.module.css'

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
      <span className={styles.themeTitle}>{t(`app.theme.${theme}`)}</span>
    </button>
  )
}
