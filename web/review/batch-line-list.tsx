import { memo, useEffect, useRef, useState } from 'react'
import type { ReviewLine } from '#shared/api/batch-review.ts'
import { useBankNames } from '../api/bank-names.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { Amount, ShownName, shownName } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Code } from '../ui/name.tsx'
import { type Tone, ToneIcon, toneClass } from '../ui/tone.tsx'
import styles from './batch-line-list.module.css'
import { destinationOf } from './destination.ts'

export interface BatchLineListProps {
  readonly lines: readonly ReviewLine[]
  readonly currentId: string | undefined
  readonly aside: ReadonlySet<string>
  /** Left out, none can be opened. */
  readonly onOpen?: ((id: string) => void) | undefined
  readonly isInDialog?: boolean
  readonly onAside: (id: string, isAside: boolean) => void
}

/** As in the style sheet. */
const rowPx = 52

/** Rows rendered above and below those in sight, so that fast scrolling shows no gap. */
const spare = 8

/** Thousands of payouts, of which those in sight are rendered. The open one is kept in sight. */
export function BatchLineList({ lines, currentId, aside, onOpen, onAside, isInDialog }: BatchLineListProps) {
  const box = useRef<HTMLDivElement>(null)
  const { first, last, look } = useWindow(box, lines.length)
  const place = lines.findIndex(({ id }) => id === currentId)
  useEffect(() => {
    if (place < 0 || box.current === null) return
    keepInSight(box.current, place)
    look()
  }, [place, look])
  return (
    <div className={classNames(styles.box, isInDialog === true && styles.inDialog)} ref={box} onScroll={look}>
      <ul className={styles.list} style={{ blockSize: lines.length * rowPx }} aria-label={t('review.queue.label')}>
        {lines.slice(first, last).map((line, i) => (
          <li
            key={line.id}
            className={styles.row}
            style={{ insetBlockStart: (first + i) * rowPx }}
            aria-setsize={lines.length}
            aria-posinset={first + i + 1}
          >
            <Line
              line={line}
              isCurrent={line.id === currentId}
              isAside={aside.has(line.id)}
              onOpen={onOpen}
              onAside={onAside}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function useWindow(box: { readonly current: HTMLDivElement | null }, count: number) {
  const [seen, setSeen] = useState({ first: 0, last: 2 * spare + 20 })
  const [look] = useState(() => () => {
    if (box.current === null) return
    const { scrollTop, clientHeight } = box.current
    const first = Math.max(0, Math.floor(scrollTop / rowPx) - spare)
    const last = Math.ceil((scrollTop + clientHeight) / rowPx) + spare
    setSeen((known) => (known.first === first && known.last === last ? known : { first, last }))
  })
  return { first: Math.min(seen.first, Math.max(0, count - 1)), last: seen.last, look }
}

function keepInSight(box: HTMLElement, place: number): void {
  const [top, bottom] = [place * rowPx, (place + 1) * rowPx]
  if (top < box.scrollTop) box.scrollTop = top
  if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight
}

interface LineProps extends Pick<BatchLineListProps, 'onOpen' | 'onAside'> {
  readonly line: ReviewLine
  readonly isCurrent: boolean
  readonly isAside: boolean
}

const Line = memo(function Line({ line, isCurrent, isAside, onOpen, onAside }: LineProps) {
  const names = useBankNames()
  const { id, country, externalReference, reasons } = line
  return (
    <>
      <button
        type="button"
        className={classNames(styles.open, isAside && styles.aside)}
        aria-current={isCurrent ? 'true' : undefined}
        title={externalReference}
        disabled={onOpen === undefined}
        onClick={() => onOpen?.(id)}
      >
        <span className={styles.name}>
          <ShownName of={line} />
        </span>
        <span className={styles.amount}>
          <Amount {...line} />
        </span>
        <span className={styles.second}>
          <span className={styles.meta}>
            <span title={countryNameByCode(country)}>
              <Code>{country}</Code>
            </span>{' '}
            {destinationOf(line, names).join(' · ')}
          </span>
          <span className={styles.marks}>
            {reasons.map((reason, place) => (
              <Mark key={reason} words={t(`review.batch.why.${reason}`)} tone={tones[reason]} isBrief={place > 0} />
            ))}
          </span>
        </span>
      </button>
      <Button
        small
        kind="link"
        label={t(isAside ? 'review.batch.takeBackOf' : 'review.batch.setAsideOf', { name: shownName(line) })}
        onClick={() => onAside(id, !isAside)}
      >
        {t(isAside ? 'review.batch.takeBack' : 'review.batch.setAside')}
      </Button>
    </>
  )
})

const tones: Readonly<Record<ReviewLine['reasons'][number], Tone>> = {
  compliance: 'error',
  serious: 'warning',
  unconfirmed: 'warning',
  new: 'info',
  changed: 'warning',
  big: 'neutral',
}

interface BatchLineMarkProps {
  readonly words: string
  readonly tone: Tone
  readonly isBrief: boolean
}

/** The most serious reason in words; the others, for which the line has no room, as icons. */
function Mark({ words, tone, isBrief }: BatchLineMarkProps) {
  return (
    <span title={words} className={classNames(styles.mark, toneClass(tone))}>
      <ToneIcon tone={tone} /> <span className={isBrief ? 'sr-only' : undefined}>{words}</span>
    </span>
  )
}
