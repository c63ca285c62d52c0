import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { Address } from './routes.ts'

export interface AppLinkProps {
  readonly to: Address
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A link within the page, to an address that exists; says when it leads to where one is. */
export function AppLink({ to, className, children }: AppLinkProps) {
  const [location] = useLocation()
  return (
    <Link
      href={to}
      className={className}
      aria-current={location === to ? 'page' : undefined}
      onClick={() => window.scrollTo(0, 0)}
    >
      {children}
    </Link>
  )
}
