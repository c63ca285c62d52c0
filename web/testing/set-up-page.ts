import nodeConsole from 'node:console'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, inject, vi } from 'vitest'
import * as z from 'zod/mini'
import { settleDrafts } from '../drafts/open-drafts.ts'
import { loadLanguage, loadLaterWords } from '../language/catalog.ts'
import { watchPresses } from '../ui/press.ts'
import { MessageWorker } from './message-worker.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly serverUrl: string
    /** Of a server that sends the currency as CurrencyCode. */
    readonly renamingServerUrl: string
    /** Of a server with accounts, and of the app that signs people in. */
    readonly staffServerUrl: string
    readonly staffDeskUrl: string
    /** Where beneficiaries give their own details to that server. */
    readonly staffDetailsUrl: string
    /** Of a system that answers webhooks: at /down with 503, at /gone with 410. */
    readonly receiverUrl: string
  }
}

declare global {
  interface Window {
    readonly happyDOM: { readonly setURL: (url: string) => void }
  }
}

// As web/app/main.tsx does before it renders.
z.config({ jitless: true })
watchPresses()
await loadLanguage()
await loadLaterWords()

window.happyDOM.setURL(inject('serverUrl'))
vi.stubGlobal('Worker', MessageWorker)
// It logs each refused or abandoned request, as a browser's console does.
vi.spyOn(nodeConsole, 'error').mockReturnValue()

configure({
  // A busy machine is slow, not wrong.
  asyncUtilTimeout: 20_000,
  // Without the HTML of the whole page, in which the message would be lost.
  getElementError: (message) => new Error(message?.split('\n')[0]),
})

afterEach(async () => {
  cleanup()
  // Unfinished requests belong to the person of this test.
  await settleDrafts()
  localStorage.clear()
  sessionStorage.clear()
})
