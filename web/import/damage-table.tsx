import { useState } from 'react'
import { mayStay } from '#shared/api/damage.ts'
import { damageMessage, isToCompare } from '#shared/import/damage.ts'
import { numberWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { Select } from '../ui/choice-field.tsx'
import { Table } from '../ui/table.tsx'
import { TickField } from '../ui/tick-field.tsx'
import styles from './damage-table.module.css'
import { headingOf, longerWords, placeOf } from './damage-words.ts'
import page from './import.module.css'
import { TakeProbable } from './take-probable.tsx'
import type { DamageGroup, FileChoices, FileUnderstanding } from './worker-calls.ts'

interface Props {
  readonly understood: FileUnderstanding
  readonly choices: FileChoices
  readonly onChange: (choices: FileChoices) => void
}

type DamageChoice = 'probable' | 'as_it_is'

/** What a spreadsheet did to columns, and what the person decides about it, by country and, where it matters, by bank. Nothing is preselected. */
export function DamageTable({ understood: { damage }, choices, onChange }: Props) {
  if (damage.length === 0) return null
  const decide = (key: string, taken: DamageChoice | undefined) => {
    const { [key]: _, ...others } = choices.damage ?? {}
    onChange({ damage: taken === undefined ? others : { ...others, [key]: taken } })
  }
  return (
    <section aria-labelledby="damage">
      <h2 id="damage" tabIndex={-1}>
        {t('import.changed.title')}
      </h2>
      <p className={page.quiet}>{t('import.changed.lead')}</p>
      <TakeProbable damage={damage} taken={choices.damage} onTake={(taken) => onChange({ damage: taken })} />
      <Table
        label={t('import.changed.title')}
        rows={damage}
        rowKey={({ key }) => key}
        columns={[
          {
            title: t('import.changed.column'),
            cell: (group) => (
              <>
                <bdi>{headingOf(group)}</bdi>
                <span className={styles.place}>{placeOf(group)}</span>
              </>
            ),
          },
          { title: t('import.changed.what'), cell: (group) => <WhatHappened group={group} /> },
          { title: t('import.changed.rows'), isFigure: true, named: true, cell: ({ rows }) => numberWords(rows) },
          {
            title: t('import.changed.decision'),
            cell: (group) => (
              <Decision
                group={group}
                taken={choices.damage?.[group.key]}
                onTake={(taken) => decide(group.key, taken)}
              />
            ),
          },
        ]}
      />
    </section>
  )
}

/** Examples beside the first. */
const mostShown = 2

/** The first row in words, some more unchanged, and how the others of the country and bank compare. */
function WhatHappened({ group }: { readonly group: DamageGroup }) {
  const { example, examples, longer } = group
  const { id, params } = damageMessage(example)
  const more = examples.filter((one) => one !== example).slice(0, mostShown)
  return (
    <div className={styles.what}>
      <p>{t(id, params)}</p>
      {more.length > 0 && (
        <p className={styles.more}>
          {more.map(({ given, probable }) => (
            <span key={given}>{probable === undefined ? given : `${given} → ${probable}`}</span>
          ))}
        </p>
      )}
      {longer !== undefined && (
        <p>
          {longerWords(longer, placeOf(group))}
          {isUnknowable(group) && ` ${t('import.changed.zeros', { count: longer.withZero })}`}
        </p>
      )}
    </div>
  )
}

/** Some cells lost leading zeros while others begin with a zero, and nothing shows which is which. Texts may all be right. */
function isUnknowable({ example, longer }: DamageGroup): boolean {
  const isText = example.code === 'zeros_missing'
  return !isText && example.probable === undefined && longer !== undefined && longer.withZero > 0
}

interface DamageDecisionProps {
  readonly group: DamageGroup
  readonly taken: DamageChoice | undefined
  readonly onTake: (taken: DamageChoice | undefined) => void
}

/**
 * Where other values are longer or digits are gone, all rows can be left unchanged at once only after comparing them; where some have lost
 * zeros, they cannot be at all.
 */
function Decision({ group, taken, onTake }: DamageDecisionProps) {
  const [isAsked, setIsAsked] = useState(false)
  const { key, longer, rows, example } = group
  const isCompared = isToCompare(example.code, longer)
  const asks = isAsked || (taken === 'as_it_is' && isCompared)
  const choose = (value: string) => {
    const isToTick = value === 'as_it_is' && isCompared
    setIsAsked(isToTick)
    onTake(isToTick ? undefined : choicesFor(group).find((choice) => choice === value))
  }
  return (
    <div className={styles.decision}>
      <Select
        className={page.meaning}
        aria-label={t('import.changed.decisionFor', { heading: headingOf(group), place: placeOf(group) })}
        value={asks ? 'as_it_is' : (taken ?? '')}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="">{t('import.changed.inTable')}</option>
        {choicesFor(group).map((choice) => (
          <option key={choice} value={choice}>
            {t(`import.decision.${choice}`)}
          </option>
        ))}
      </Select>
      {asks && (
        <TickField
          name={`compared ${key}`}
          label={t('import.changed.compared', { count: rows })}
          value={taken === 'as_it_is'}
          onChange={(isTicked) => {
            setIsAsked(true)
            onTake(isTicked ? 'as_it_is' : undefined)
          }}
        />
      )}
    </div>
  )
}

function choicesFor(group: DamageGroup): readonly DamageChoice[] {
  const { code, probable } = group.example
  if (probable === undefined) return mayStay(code) && !isUnknowable(group) ? ['as_it_is'] : []
  return mayStay(code) && group.longer === undefined ? ['probable', 'as_it_is'] : ['probable']
}
