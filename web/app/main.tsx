import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { loadLanguage } from '../language/catalog.ts'
import { announce } from '../language/language.ts'
import { watchPresses } from '../ui/press.ts'
import { App } from './app.tsx'
import { applyStyles } from './styles.ts'
import { applyColorTheme, savedColorTheme } from './theme-switch.tsx'

// Zod would compile schemas with `new Function`, which the content security policy refuses and reports.
z.config({ jitless: true })

applyColorTheme(savedColorTheme())
announce()
watchPresses()
await Promise.all([loadLanguage(), applyStyles()])

const root = document.getElementById('root')
if (root === null) throw new Error('index.html lacks #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
