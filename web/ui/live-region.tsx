import { createContext, type ReactNode, useCallback, useContext, useRef } from 'react'

type Announce = (message: string) => void

const AnnounceContext = createContext<Announce>(() => undefined)

/**
 * The only polite live region of the page, there from the first paint, as screen readers ignore a region that is added together with its
 * message. It is written to directly, so that an announcement renders nothing.
 */
export function LiveRegion({ children }: { readonly children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null)
  const announce = useCallback((message: string) => {
    if (region.current === null) return
    // The same words twice are not a change and would not be announced; a trailing no-break space makes them different.
    const isRepeat = region.current.textContent === message
    region.current.textContent = isRepeat ? `${message}\u00A0` : message
  }, [])
  return (
    <AnnounceContext value={announce}>
      {children}
      <div className="sr-only" role="status" ref={region} />
    </AnnounceContext>
  )
}

/** Announces something to a screen reader without moving focus. */
export function useAnnounce(): Announce {
  return useContext(AnnounceContext)
}
