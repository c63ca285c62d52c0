import { type ReactNode, useRef } from 'react'
import { Button, type ButtonProps } from './button.tsx'

interface FileButtonProps {
  /** The accessible name of the file input, of which only its button is visible. */
  readonly label: string
  /** The file extensions to offer, as an input has them. */
  readonly accept: string
  readonly onFile: (file: File) => void
  readonly kind?: ButtonProps['kind']
  readonly small?: ButtonProps['small']
  readonly children: ReactNode
}

/** Lets a person choose a file; the same one can be chosen again. */
export function FileButton({ label, accept, onFile, kind = 'primary', small, children }: FileButtonProps) {
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
      <Button kind={kind} small={small} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
