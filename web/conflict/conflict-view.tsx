import { useState } from 'react'
import { t, tNode } from '../language/translate.ts'
import { usePersonIfAny } from '../session/use-person.ts'
import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { Actions } from '../ui/row.tsx'
import styles from './conflict-view.module.css'
import { DisputedField, type ShownField } from './disputed-field.tsx'
import { type Newer, whoseOf } from './newer.ts'
import { disputedOf, type Side, settledSide, settledValues, sideOf, unsettled } from './settle.ts'

export interface ConflictViewProps {
  readonly newer: Newer
  readonly fields: readonly ShownField[]
  readonly isSaving: boolean
  /** Every field with its settled value, to be saved over the newest version. */
  readonly onSettled: (values: Readonly<Record<string, string>>) => void
  /** Back to the form, with everything as it was typed. */
  readonly onBack: () => void
}

/** The same thing was changed twice: both versions side by side, and each field is chosen by itself. */
export function ConflictView({ newer, fields, isSaving, onSettled, onBack }: ConflictViewProps) {
  const { by, at } = newer
  const whose = whoseOf(newer, usePersonIfAny())
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const disputed = disputedOf(fields)
  const open = unsettled(fields, sides)
  const asked = disputed.filter((field) => settledSide(field) === undefined)
  const byThemselves = disputed.filter((field) => settledSide(field) !== undefined)
  const draw = (field: ShownField) => (
    <DisputedField
      key={field.name}
      field={field}
      name={by.name}
      whose={whose}
      side={sideOf(field, sides)}
      onChoose={(side) => setSides({ ...sides, [field.name]: side })}
    />
  )
  return (
    <div className={styles.conflict}>
      <Callout tone="warning" title={t('conflict.saved', { whose, name: by.name })}>
        <p>{tNode('conflict.when', { whose, name: by.name, ago: () => <Ago at={at} /> })}</p>
      </Callout>
      {asked.length > 0 && (
        <section className={styles.part} aria-label={t('conflict.forYou')}>
          <h2>{t('conflict.both', { whose, count: asked.length })}</h2>
          {asked.map(draw)}
        </section>
      )}
      {byThemselves.length > 0 && (
        <section className={styles.part} aria-label={t('conflict.settled')}>
          <h2>{t('conflict.oneAlone', { whose })}</h2>
          <p className={styles.quiet}>{t('conflict.taken')}</p>
          {byThemselves.map(draw)}
        </section>
      )}
      {disputed.length === 0 && <p>{t('conflict.same', { whose })}</p>}
      <Actions>
        <Button
          kind="primary"
          busy={isSaving}
          unavailable={open.length > 0 ? t('conflict.chooseFirst', { fields: namesOf(open) }) : undefined}
          onClick={() => onSettled(settledValues(fields, sides))}
        >
          {t('conflict.save')}
        </Button>
        <Button onClick={onBack}>{t('conflict.back')}</Button>
      </Actions>
    </div>
  )
}

function namesOf(fields: readonly ShownField[]): string {
  return fields.map(({ label }) => label).join(', ')
}
