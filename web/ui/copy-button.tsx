import { useState } from 'react'
import { t } from '../language/translate.ts'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { CopyIcon, TickIcon, WarningIcon } from './icons.tsx'
import { useAnnounce } from './live-region.tsx'

export interface CopyButtonProps {
  /** What is copied, exactly. */
  readonly text: string
  /** The words on the button; 'Copy' unless told. */
  readonly children?: string | undefined
  /** What is copied, for screen readers: "Copy the request". */
  readonly label?: string | undefined
  readonly kind?: 'primary' | 'quiet' | 'link' | undefined
}

type State = 'ready' | 'copied' | 'refused'

/** How long the button says what it did, in ms. */
const saidForMs = 2500

/** Copies a text and says so; says what to do instead where the browser refuses. */
export function CopyButton({ text, children = t('ui.copy.copy'), label, kind = 'quiet' }: CopyButtonProps) {
  const [state, setState] = useState<State>('ready')
  const announce = useAnnounce()

  async function copy() {
    const isCopied = await copyText(text)
    setState(isCopied ? 'copied' : 'refused')
    announce(t(isCopied ? 'ui.copy.copied' : 'ui.copy.refused'))
    setTimeout(() => setState('ready'), saidForMs)
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
