import { useState } from 'react'
import { t } from '../language/translate.ts'
import { Ago } from '../ui/ago.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { ActivityLine } from './activity-line.tsx'
import { useActivity } from './use-activity.ts'

const weekMs = 7 * 24 * 60 * 60_000

/** Who gained or lost power within the last week, or signs in in another way: for the others to notice. */
export function PowerChanges() {
  const [from] = useState(() => new Date(Date.now() - weekMs).toISOString())
  const { rows: entries } = useActivity({ kind: 'power', from })
  if (entries.length === 0) return null
  return (
    <Disclosure small summary={t('activity.power.title', { count: entries.length })}>
      <p>{t('activity.power.why')}</p>
      <ul>
        {entries.map((entry) => (
          <li key={entry.seq}>
            <ActivityLine entry={entry} /> · <Ago at={entry.at} />
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
