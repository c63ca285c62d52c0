import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Overview } from '#shared/api/overview.ts'
import { useOverview } from '../api/queries.ts'
import { useLanguage } from '../language/language.ts'
import { t, tNode } from '../language/translate.ts'
import { type PageAddress, paths } from '../screen/routes.ts'
import { useIsOffered, useMay } from '../session/use-may.tsx'
import { classNames } from '../ui/class-names.ts'
import { CrossIcon, MenuIcon } from '../ui/icons.tsx'
import styles from './navigation.module.css'

interface NavigationEntry {
  readonly name:
    | 'newPayout'
    | 'import'
    | 'payouts'
    | 'batches'
    | 'review'
    | 'exports'
    | 'beneficiaries'
    | 'detailsLinks'
    | 'rules'
    | 'activity'
    | 'notifications'
    | 'people'
    | 'settings'
    | 'about'
  /** The number of things that wait there. */
  readonly waiting?: { readonly what: CounterName; readonly count: (overview: Overview) => number }
}

/** The counter of an entry; a screen reader reads it out with the number. */
type CounterName = 'menu' | 'payouts' | 'review' | 'exports' | 'unread'

/** The entries by what a person is about to do. */
const groups: readonly {
  readonly name: 'enter' | 'check' | 'sendOut' | 'lookUp' | 'manage'
  readonly entries: readonly NavigationEntry[]
}[] = [
  {
    name: 'enter',
    entries: [
      { name: 'newPayout' },
      { name: 'import' },
      { name: 'payouts', waiting: { what: 'payouts', count: ({ toFinish }) => toFinish } },
      { name: 'batches' },
    ],
  },
  { name: 'check', entries: [{ name: 'review', waiting: { what: 'review', count: ({ toReview }) => toReview } }] },
  {
    name: 'sendOut',
    entries: [{ name: 'exports', waiting: { what: 'exports', count: ({ payouts }) => payouts.approved ?? 0 } }],
  },
  {
    name: 'lookUp',
    entries: [
      { name: 'beneficiaries' },
      { name: 'detailsLinks', waiting: { what: 'review', count: ({ received }) => received } },
      { name: 'rules' },
      { name: 'activity' },
      { name: 'notifications', waiting: { what: 'unread', count: ({ unread }) => unread ?? 0 } },
    ],
  },
  { name: 'manage', entries: [{ name: 'people' }, { name: 'settings' }, { name: 'about' }] },
]

/** The main screens, with the number of things that wait there. On a phone it is behind a button. */
export function Navigation() {
  const [isOpen, setIsOpen] = useState(false)
  const counted = useOverview().data
  // Reviewers alone see the number of payouts to review.
  const mayApprove = useMay('approve')
  const overview = mayApprove ? counted : counted && { ...counted, toReview: 0 }
  const isForRoles = useIsOffered()
  const isNotified = typeof overview?.unread === 'number'
  const spoken = useLanguage()
  useEffect(() => {
    if (isNotified && spoken) import('../notifications/here.ts').then(({ tellHere }) => tellHere()).catch(() => {})
  }, [isNotified, spoken])
  const isOffered = (name: NavigationEntry['name']) => (name === 'notifications' ? isNotified : isForRoles(name))
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
        {isOpen ? t('app.nav.close') : t('app.nav.menu')}
        {!isOpen && <Count of={overview?.toReview ?? 0} what="menu" />}
      </button>
      <nav
        className={classNames(styles.nav, isOpen && styles.open)}
        id="navigation"
        aria-label={t('app.nav.label')}
        onKeyDown={(event) => event.key === 'Escape' && setIsOpen(false)}
      >
        {groups
          .map(({ name, entries }) => ({ name, offered: entries.filter((entry) => isOffered(entry.name)) }))
          .filter(({ offered }) => offered.length > 0)
          .map(({ name, offered }) => (
            <ul key={name} aria-label={t(`app.navGroup.${name}`)}>
              {offered.map((entry) => (
                <li key={entry.name}>
                  <NavigationLink entry={entry} overview={overview} onGo={() => setIsOpen(false)} />
                </li>
              ))}
            </ul>
          ))}
      </nav>
    </>
  )
}

interface NavigationLinkProps {
  readonly entry: NavigationEntry
  readonly overview: Overview | undefined
  readonly onGo: () => void
}

function NavigationLink({ entry: { name, waiting }, overview, onGo }: NavigationLinkProps) {
  const [location] = useLocation()
  return (
    <Link
      href={paths[name]}
      aria-current={currentAt(location, paths[name])}
      onClick={() => {
        window.scrollTo(0, 0)
        onGo()
      }}
    >
      {t(`app.nav.${name}`)}
      {waiting && overview && <Count of={waiting.count(overview)} what={waiting.what} />}
    </Link>
  )
}

/** The screen of one thing marks the entry of its list, unless it has an entry. */
function currentAt(location: string, to: PageAddress): 'page' | 'true' | undefined {
  if (location === to) return 'page'
  const hasOwnEntry = groups.flatMap(({ entries }) => entries).some(({ name }) => paths[name] === location)
  return !hasOwnEntry && location.startsWith(`${to}/`) ? 'true' : undefined
}

function Count({ of, what }: { readonly of: number; readonly what: CounterName }) {
  if (of === 0) return null
  return (
    <span className={styles.count}>
      {tNode(`app.count.${what}`, {
        count: of > 999 ? '999+' : of,
        hidden: (parts) => <span className="sr-only">{parts}</span>,
      })}
    </span>
  )
}
