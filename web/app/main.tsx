import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { loadLanguage } from '../language/catalog.ts'
import { announce } from '../language/language.ts'
import { applyStyles } from '../screen/styles.ts'
import { loadSession } from '../session/use-session.ts'
import { watchPresses } from '../ui/press.ts'
import { App, createQueryClient } from './app.tsx'
import { loadFirstScreen } from './screens.tsx'
import { applyColorTheme, savedColorTheme } from './theme-switch.tsx'

// Zod would compile schemas with `new Function`, which the content security policy refuses and reports.
z.config({ jitless: true })

applyColorTheme(savedColorTheme())
announce()
watchPresses()
const queryClient = createQueryClient()
await Promise.all([loadLanguage(), applyStyles(), loadSession(queryClient), loadFirstScreen(location.pathname)])

const root = document.getElementById('root')
if (root === null) throw new Error('index.html lacks #root')
// In a transition, as rendering it in one go would block a slow phone.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App queryClient={queryClient} />
    </StrictMode>,
  ),
)
