import * as z from 'zod/mini'

const colorThemes = ['system', 'light', 'dark'] as const

export type ColorTheme = (typeof colorThemes)[number]

const colorThemeSchema = z.enum(colorThemes)

const storageKey = 'payout-desk.theme'

/** The theme this browser was set to; 'system' when none was, or storage is shut. */
export function savedColorTheme(): ColorTheme {
  try {
    return colorThemeSchema.safeParse(localStorage.getItem(storageKey)).data ?? 'system'
  } catch {
    return 'system'
  }
}

/** Shows a theme and keeps the choice. The style sheet follows the system unless data-theme says otherwise. */
export function applyColorTheme(theme: ColorTheme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(storageKey, theme)
  } catch {
    // A browser that keeps nothing still shows the theme until the page is left.
  }
}
