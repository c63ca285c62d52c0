import { useEffect, useRef, useState } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { type DetailsLink, detailsLinkPageSchema } from '#shared/api/details-links.ts'
import { usePages } from '../api/use-pages.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { t } from '../language/translate.ts'
import { useReviewKeys } from '../palette/review-keys.ts'
import { AppLink } from '../screen/app-link.tsx'
import { Page } from '../screen/page.tsx'
import { paths } from '../screen/routes.ts'
import { useMay, WhyNot } from '../session/use-may.tsx'
import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import type { Pages } from '../ui/data-list.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { useIsNarrow } from '../ui/media.ts'
import { Name } from '../ui/name.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout } from '../ui/tone.tsx'
import { AcceptClean } from './accept-clean.tsx'
import type { LinkDecision } from './decision-panels.tsx'
import styles from './received-details.module.css'
import { SubmissionPaper } from './submission-paper.tsx'

export const receivedPath = '/details-links/received'

/** What beneficiaries sent, to be worked off one after the other: the queue on the left, what one of them sent on the right. */
export function ReceivedDetails({ id }: { readonly id: string | undefined }) {
  const mayHandle = useMay('handle')
  return (
    <Page
      title={t('detailsLinks.received.title')}
      aside={
        <div className={styles.asides}>
          <AcceptClean />
          <AppLink to={paths.detailsLinks}>{t('detailsLinks.received.allLinks')}</AppLink>
        </div>
      }
    >
      {mayHandle ? <Received id={id} /> : <WhyNot permission="handle" />}
    </Page>
  )
}

function Received({ id }: { readonly id: string | undefined }) {
  const pages = usePages(['details-links'], '/api/details-links', detailsLinkPageSchema, {
    query: { state: 'submitted' },
  })
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  // The first one is shown when it is asked for, as that is recorded; those that follow at once.
  const [isShowing, setIsShowing] = useState(false)
  const rows = pages.rows.filter((link) => !link.isTampered && !decided.has(momentOf(link)))
  const { place, broughtTo, goTo } = useSteps(rows, id)
  const announce = useAnnounce()
  const isNarrow = useIsNarrow()
  const [first] = rows
  const opened = rows[place]
  if (pages.state === 'loading') return <Skeleton lines={8} label={t('detailsLinks.received.loading')} />
  if (pages.state === 'failed')
    return (
      <Callout
        tone="error"
        title={t('detailsLinks.received.failed', { reason: pages.failure ?? '' })}
        action={<Button onClick={pages.again}>{t('detailsLinks.received.again')}</Button>}
      />
    )
  if (id === undefined && first === undefined) return <p>{t('detailsLinks.received.nothing')}</p>
  if (id === undefined && first !== undefined && !isNarrow) return <Redirect to={addressOfReceived(first.id)} replace />

  function leave(link: DetailsLink, { act }: LinkDecision) {
    setDecided(new Set([...decided, momentOf(link)]))
    const rest = rows.filter((one) => one !== link)
    const next = rest[Math.min(place, rest.length - 1)]
    const words = t('detailsLinks.decided', { act, name: link.name })
    announce(next === undefined ? `${words} ${t('detailsLinks.received.nothing')}` : `${words} ${next.name}`)
    goTo(next?.id, true)
  }

  return (
    <div className={styles.received}>
      <Queue pages={{ ...pages, rows }} currentId={id} />
      {id !== undefined && (
        <div>
          {isNarrow && (
            <p>
              <Button kind="link" onClick={() => goTo(undefined, false)}>
                {t('detailsLinks.received.back')}
              </Button>
            </p>
          )}
          {opened === undefined ? (
            <p>{t('detailsLinks.received.gone')}</p>
          ) : (
            <SubmissionPaper
              key={opened.id}
              link={opened}
              isShowing={isShowing}
              takesFocus={broughtTo === opened.id}
              onShow={() => setIsShowing(true)}
              onDone={(decision) => leave(opened, decision)}
            />
          )}
        </div>
      )}
    </div>
  )
}

/** What came by a link: the beneficiary may send something else in its place. */
function momentOf({ id, submittedAt }: DetailsLink): string {
  return `${id} ${submittedAt}`
}

export function addressOfReceived(id: string): string {
  return `${receivedPath}/${encodeURIComponent(id)}`
}

/** More are loaded this many before the end, so that going on never waits for them. */
const ahead = 10

/** Goes through the queue, by J and K and after each decision. */
function useSteps(rows: readonly DetailsLink[], id: string | undefined) {
  const [, navigate] = useLocation()
  const [broughtTo, setBroughtTo] = useState<string>()
  const place = rows.findIndex((row) => row.id === id)
  // What was decided leaves the queue; the next one takes its place.
  const lastPlace = useRef(0)
  useEffect(() => {
    if (place >= 0) lastPlace.current = place
  }, [place])
  function goTo(to: string | undefined, isReplacing: boolean) {
    setBroughtTo(to)
    navigate(to === undefined ? receivedPath : addressOfReceived(to), { replace: isReplacing })
  }
  const step = (by: 1 | -1) => {
    const next = rows[place < 0 ? lastPlace.current - (by === 1 ? 0 : 1) : place + by]
    if (next !== undefined) goTo(next.id, false)
  }
  useReviewKeys({ next: () => step(1), previous: () => step(-1) })
  return { place, broughtTo, goTo }
}

interface QueueProps {
  readonly pages: Pages<DetailsLink>
  readonly currentId: string | undefined
}

function Queue({ pages: { rows, hasMore, isLoadingMore, more }, currentId }: QueueProps) {
  const place = rows.findIndex(({ id }) => id === currentId)
  const isNearEnd = hasMore && !isLoadingMore && place >= rows.length - ahead
  useEffect(() => {
    if (isNearEnd) more()
  }, [isNearEnd, more])
  return (
    <div className={classNames(styles.queue, currentId !== undefined && styles.aside)}>
      <ul className={styles.list} aria-label={t('detailsLinks.received.label')}>
        {rows.map(({ id, name, country, beneficiaryId, submittedAt }) => (
          <li key={id}>
            <Link
              className={styles.item}
              href={addressOfReceived(id)}
              aria-current={id === currentId ? 'page' : undefined}
            >
              <span className={styles.name}>
                <Name>{name}</Name>
              </span>
              <span className={styles.end}>{submittedAt !== null && <Ago at={submittedAt} />}</span>
              <span className={styles.quiet}>{country !== null && countryNameByCode(country)}</span>
              <span className={styles.end}>
                {t('detailsLinks.received.kind', { isNew: String(beneficiaryId === null) })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
