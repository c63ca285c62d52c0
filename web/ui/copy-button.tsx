import { useState } from 'react'
import { t } from '../language/translate.ts'
import { Button } from './button.tsx'
import { CopyIcon, TickIcon, WarningIcon } from './icons.tsx'
import { useAnnounce } from './live-region.tsx'

export interface CopyButtonProps {
  /** What is copied, exactly. */
  readonly text: string
  /** The label; 'Copy' by default. */
  readonly children?: string | undefined
  /** What is copied, for screen readers: "Copy the request". */
  readonly label?: string | undefined
  readonly kind?: 'primary' | 'quiet' | 'link' | undefined
}

type CopyState = 'ready' | 'copied' | 'refused'

/** How long the button shows the result, in ms. */
const resultShownMs = 2500

/** Copies a text and shows that it did, or what to do where the browser refuses. */
export function CopyButton({ text, children = t('ui.copy.copy'), label, kind = 'quiet' }: CopyButtonProps) {
  const [state, setState] = useState<CopyState>('ready')
  const announce = useAnnounce()

  async function copy() {
    const isCopied = await copyText(text)
    setState(isCopied ? 'copied' : 'refused')
    announce(t(isCopied ? 'ui.copy.copied' : 'ui.copy.refused'))
    setTimeout(() => setState('ready'), resultShownMs)
  }

  return (
    <Button kind={kind} small label={state === 'ready' ? label : undefined} onClick={() => void copy()}>
      {state === 'ready' && <CopyIcon />}
      {state === 'copied' && <TickIcon />}
      {state === 'refused' && <WarningIcon />}
      {state === 'ready' ? children : t(state === 'copied' ? 'ui.copy.copied' : 'ui.copy.refused')}
    </Button>
  )
}

/**
 * Copies a text to the clipboard, and returns whether that worked. Pages over plain HTTP lack navigator.clipboard, and people may deny it;
 * the old command works in both cases.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.className = 'sr-only'
  area.readOnly = true
  area.value = text
  // While a modal dialog is open, everything outside it is inert and cannot be selected.
  const place = document.querySelector('dialog[open]') ?? document.body
  place.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
