import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import styles from './damage-table.module.css'
import { headingOf, placeOf } from './damage-words.ts'
import type { DamageGroup, FileChoices } from './worker-calls.ts'

interface Props {
  readonly damage: readonly DamageGroup[]
  readonly taken: FileChoices['damage']
  readonly onTake: (damage: NonNullable<FileChoices['damage']>) => void
}

/** Takes the probable originals of all groups that are not decided yet, by who has looked at ten of them. */
export function TakeProbable({ damage, taken, onTake }: Props) {
  const announce = useAnnounce()
  const groups = damage.filter(({ key, example }) => example.probable !== undefined && taken?.[key] === undefined)
  if (groups.length < 2) return null
  const rows = groups.reduce((sum, group) => sum + group.rows, 0)
  function take() {
    onTake({ ...taken, ...Object.fromEntries(groups.map(({ key }) => [key, 'probable' as const])) })
    announce(t('import.probable.taken', { count: rows }))
    document.getElementById('damage')?.focus()
  }
  return (
    <Disclosure small summary={t('import.probable.summary', { count: rows })}>
      <p>{t('import.probable.lead')}</p>
      <ul className={styles.probable}>
        {lookedAt(groups).map(({ group, given, probable }) => (
          <li key={`${group.key} ${given}`}>
            <code>{`${given} → ${probable}`}</code>
            <span className={styles.place}>
              <bdi>{headingOf(group)}</bdi>, {placeOf(group)}
            </span>
          </li>
        ))}
      </ul>
      <Actions>
        <Button onClick={take}>{t('import.probable.take', { count: rows })}</Button>
      </Actions>
    </Disclosure>
  )
}

/** Ten examples: the first of each group, then the second of each, and so on. */
function lookedAt(groups: readonly DamageGroup[]) {
  const most = Math.max(...groups.map(({ examples }) => examples.length))
  const turns = Array.from({ length: most }, (_, turn) =>
    groups.flatMap((group) => {
      const { given, probable } = group.examples[turn] ?? {}
      return given === undefined || probable === undefined ? [] : [{ group, given, probable }]
    }),
  )
  return turns.flat().slice(0, 10)
}
