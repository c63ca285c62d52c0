import type { ReactNode } from 'react'

/** For the parts of a sentence that are codes or numbers. */
export function inCode(parts: ReactNode): ReactNode {
  return <code>{parts}</code>
}
