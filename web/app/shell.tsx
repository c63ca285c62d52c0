import type { ReactNode } from 'react'
import { t } from '../language/translate.ts'
import { PaletteButton } from '../palette/palette-button.tsx'
import { usePersonIfAny } from '../session/use-person.ts'
import { EnvironmentStrip } from './environment-strip.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Navigation } from './navigation.tsx'
import styles from './shell.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

/** The frame of every screen: strip, product name, navigation, and the screen itself as main. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const isWorking = usePersonIfAny() !== undefined
  return (
    <>
      <a className={styles.skip} href="#main">
        {t('app.shell.skip')}
      </a>
      <EnvironmentStrip />
      <div className={styles.shell}>
        <header className={styles.rail}>
          <p className={styles.product}>
            <Mark />
            <span>Payout Desk</span>
          </p>
          {isWorking && (
            <>
              <PaletteButton />
              <Navigation />
            </>
          )}
          <div className={styles.foot}>
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
        </header>
        <main className={styles.main} id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
    </>
  )
}

/** The favicon's three ledger lines, one of them an arrow. */
function Mark() {
  return (
    <svg className={styles.mark} width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <path
        d="M3 5h9M3 10h5M3 15h9M10.5 10h6m-2.6-2.8L16.8 10l-2.9 2.8"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
