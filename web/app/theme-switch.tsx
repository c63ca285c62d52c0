import { useState } from 'react'
import * as z from 'zod/mini'
import { t } from '../language/translate.ts'
import { ThemeIcon } from '../ui/icons.tsx'
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

const colorThemes = ['system', 'light', 'dark'] as const

type ColorTheme = (typeof colorThemes)[number]

const colorThemeSchema = z.enum(colorThemes)

const storageKey = 'payout-desk.theme'

/** The theme chosen in this browser; 'system' when there is none, or storage is forbidden. */
export function savedColorTheme(): ColorTheme {
  try {
    return colorThemeSchema.safeParse(localStorage.getItem(storageKey)).data ?? 'system'
  } catch {
    return 'system'
  }
}

/** Applies a theme and saves the choice. The style sheet follows the system unless data-theme says otherwise. */
export function applyColorTheme(theme: ColorTheme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(storageKey, theme)
  } catch {
    // Without storage the theme lasts until the page is left.
  }
}
