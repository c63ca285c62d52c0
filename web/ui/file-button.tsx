import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

interface FileButtonProps {
  /** Names the file input itself, which only its button is seen of. */
  readonly label: string
  /** The endings that are offered, as an input has them. */
  readonly accept: string
  readonly onFile: (file: File) => void
  readonly children: ReactNode
}

/** Lets a person choose a file; the same one can be chosen again. */
export function FileButton({ label, accept, onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file !== undefined) onFile(file)
          currentTarget.value = ''
        }}
      />
      <Button kind="primary" onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
