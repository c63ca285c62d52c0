import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '../language/translate.ts'
import { Actions } from '../ui/button.tsx'
import { FileButton } from '../ui/file-button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout } from '../ui/tone.tsx'
import { pictureIn } from './pasted-picture.ts'
import type { CodeAnswer } from './qr-worker.ts'

export interface CodePictureProps {
  /** The picture that opened the panel. */
  readonly pasted: File | undefined
  readonly onText: (text: string) => void
}

/** Takes a picture from a file or the clipboard, and the text of the QR code in it. */
export function CodePicture({ pasted, onText }: CodePictureProps) {
  const { step, read } = useCode(onText)
  const readFirst = useEffectEvent(() => pasted !== undefined && read(pasted))
  useEffect(() => void readFirst(), [])

  const readPaste = useEffectEvent((event: ClipboardEvent) => {
    const picture = pictureIn(event.clipboardData)
    if (picture === undefined) return
    event.preventDefault()
    read(picture)
  })
  // Before the listener that opens the panel, which would empty it.
  useEffect(() => {
    document.addEventListener('paste', readPaste, { capture: true })
    return () => document.removeEventListener('paste', readPaste, { capture: true })
  }, [])

  return (
    <>
      <Actions>
        <FileButton label={t('paste.code.file')} accept="image/*" kind="quiet" small onFile={read}>
          {t('paste.code.choose')}
        </FileButton>
      </Actions>
      {step === 'reading' && <Skeleton lines={1} label={t('paste.code.reading')} />}
      {step !== 'idle' && step !== 'reading' && <Callout tone="error" title={t(`paste.code.${step}`)} />}
    </>
  )
}

/** A photo of a phone has at most some 15 MB. */
const largestPicture = 30 * 1024 * 1024

/** Finds the code in a worker, one picture at a time. The picture goes nowhere else. */
function useCode(onText: (text: string) => void) {
  const [step, setStep] = useState<'idle' | 'reading' | 'none' | 'notAPicture' | 'tooLarge' | 'failed'>('idle')
  const announce = useAnnounce()
  const worker = useRef<Worker>(undefined)
  useEffect(() => () => worker.current?.terminate(), [])
  const take = useEffectEvent(onText)

  function end(next: typeof step) {
    if (next !== 'idle') announce(t(`paste.code.${next}`))
    worker.current?.terminate()
    worker.current = undefined
    setStep(next)
  }

  function read(picture: File) {
    end(picture.size > largestPicture ? 'tooLarge' : 'reading')
    if (picture.size > largestPicture) return
    const reading = new Worker(new URL('./qr-worker.ts', import.meta.url), { type: 'module' })
    worker.current = reading
    reading.onmessage = ({ data }: MessageEvent<CodeAnswer>) => {
      if ('text' in data) take(data.text)
      end('text' in data ? 'idle' : data.problem)
    }
    reading.onerror = () => end('failed')
    reading.postMessage(picture)
  }

  return { step, read }
}
