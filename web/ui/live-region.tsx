import { createContext, type ReactNode, useCallback, useContext, useRef } from 'react'

type Announce = (message: string) => void

const AnnounceContext = createContext<Announce>(() => undefined)

/**
 * One polite live region for the whole page, there from the first paint: a region that comes together with its
 * message is not spoken. It is written to directly, so that an announcement renders nothing again.
 */
export function LiveRegion({ children }: { readonly children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null)
  const announce = useCallback((message: string) => {
    if (region.current === null) return
    // The same words twice are no change and would stay unspoken; a trailing no-break space makes them one.
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

/** Says something to a screen reader without moving focus. */
export function useAnnounce(): Announce {
  return useContext(AnnounceContext)
}
