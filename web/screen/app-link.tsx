import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { Address } from './routes.ts'

export interface AppLinkProps {
  readonly to: Address
  readonly className?: string | undefined
  /** What else a press does, such as closing the menu that the link stands in. */
  readonly onGo?: (() => void) | undefined
  readonly children: ReactNode
}

/** A link within the page, to an address that exists; says when it leads to where one is. */
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
