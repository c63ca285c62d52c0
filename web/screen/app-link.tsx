import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { PageAddress } from './routes.ts'

export interface AppLinkProps {
  readonly to: PageAddress
  readonly className?: string | undefined
  /** What else a click does, such as closing the menu around the link. */
  readonly onGo?: (() => void) | undefined
  readonly children: ReactNode
}

/** A link within the page, typed so that its address exists; marked when it leads to the current page. */
export function AppLink({ to, className, onGo, children }: AppLinkProps) {
  const [location] = useLocation()
  return (
    <Link
      href={to}
      className={className}
      aria-current={location === to ? 'page' : undefined}
      onClick={() => {
        window.scrollTo(0, 0)
        onGo?.()
      }}
    >
      {children}
    </Link>
  )
}
