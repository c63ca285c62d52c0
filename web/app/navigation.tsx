import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Overview } from '#shared/api/payout.ts'
import { classNames } from '../ui/class-names.ts'
import { CrossIcon, MenuIcon } from '../ui/icons.tsx'
import styles from './navigation.module.css'
import { type Address, paths } from './routes.ts'
import { useOverview } from './use-overview.ts'

interface Entry {
  readonly to: Address
  readonly title: string
  /** How many things wait there, and what a screen reader calls them. */
  readonly count?: (overview: Overview) => number
  readonly counted?: string
}

const entries: readonly Entry[] = [
  { to: paths.newPayout, title: 'New payout' },
  {
    to: paths.payouts,
    title: 'Payouts',
    count: ({ payouts }) => (payouts.draft ?? 0) + (payouts.returned ?? 0),
    counted: 'to finish',
  },
  { to: paths.review, title: 'To review', count: ({ toReview }) => toReview, counted: 'waiting for you' },
  { to: paths.exports, title: 'Exports', count: ({ payouts }) => payouts.approved ?? 0, counted: 'approved' },
  { to: paths.beneficiaries, title: 'Beneficiaries' },
  { to: paths.rules, title: 'Rules' },
  { to: paths.activity, title: 'Activity' },
  { to: paths.about, title: 'About' },
]

/** Where one can go, with what waits there. On a phone it stands behind a button. */
export function Navigation() {
  const [isOpen, setIsOpen] = useState(false)
  const overview = useOverview().data
  const waiting = overview?.toReview ?? 0
  return (
    <>
      <button
        type="button"
        className={styles.menu}
        aria-expanded={isOpen}
        aria-controls="navigation"
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? <CrossIcon /> : <MenuIcon />}
        {isOpen ? 'Close' : 'Menu'}
        {!isOpen && waiting > 0 && <Count of={waiting} what="to review" />}
      </button>
      <nav
        className={classNames(styles.nav, isOpen && styles.open)}
        id="navigation"
        aria-label="Main"
        onKeyDown={(event) => event.key === 'Escape' && setIsOpen(false)}
      >
        <ul>
          {entries.map((entry) => (
            <li key={entry.to}>
              <NavigationLink entry={entry} overview={overview} onGo={() => setIsOpen(false)} />
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

interface NavigationLinkProps {
  readonly entry: Entry
  readonly overview: Overview | undefined
  readonly onGo: () => void
}

function NavigationLink({ entry, overview, onGo }: NavigationLinkProps) {
  const [location] = useLocation()
  const count = overview === undefined ? 0 : (entry.count?.(overview) ?? 0)
  return (
    <Link
      href={entry.to}
      aria-current={currentAt(location, entry.to)}
      onClick={() => {
        window.scrollTo(0, 0)
        onGo()
      }}
    >
      {entry.title}
      {count > 0 && <Count of={count} what={entry.counted ?? ''} />}
    </Link>
  )
}

/** A thing's own screen belongs to the entry of its list, unless it has one itself. */
function currentAt(location: string, to: Address): 'page' | 'true' | undefined {
  if (location === to) return 'page'
  const hasOwnEntry = entries.some((entry) => entry.to === location)
  return !hasOwnEntry && location.startsWith(`${to}/`) ? 'true' : undefined
}

function Count({ of, what }: { readonly of: number; readonly what: string }) {
  return (
    <span className={styles.count}>
      {of > 999 ? '999+' : of}
      <span className="sr-only"> {what}</span>
    </span>
  )
}
