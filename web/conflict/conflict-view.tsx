import { type ReactNode, useState } from 'react'
import { t, tNode } from '../language/translate.ts'
import { usePersonIfAny } from '../session/use-person.ts'
import { Ago } from '../ui/ago.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { TickIcon } from '../ui/icons.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './conflict-view.module.css'
import {
  type DisputedValue,
  disputedOf,
  type NewerSave,
  type NewerSaveOwner,
  type Side,
  settledSide,
  settledValues,
  sideOf,
  unsettled,
  whoseOf,
} from './settle.ts'

export interface ConflictViewProps {
  readonly newer: NewerSave
  readonly fields: readonly ShownField[]
  /** The effect of saving, where it is not obvious. */
  readonly note?: string | undefined
  readonly isSaving: boolean
  /** Every field with its settled value, to be saved over the newest version. */
  readonly onSettled: (values: Readonly<Record<string, string>>) => void
  /** Back to the form, with everything as it was typed. */
  readonly onBack: () => void
}

/** The same thing was changed twice: shows both versions side by side, to choose one for each field. */
export function ConflictView({ newer, fields, note, isSaving, onSettled, onBack }: ConflictViewProps) {
  const { by, at } = newer
  const whose = whoseOf(newer, usePersonIfAny())
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const disputed = disputedOf(fields)
  const open = unsettled(fields, sides)
  const asked = disputed.filter((field) => settledSide(field) === undefined)
  const settled = disputed.filter((field) => settledSide(field) !== undefined)
  const render = (field: ShownField) => (
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
          {asked.map(render)}
        </section>
      )}
      {settled.length > 0 && (
        <section className={styles.part} aria-label={t('conflict.settled')}>
          <h2>{t('conflict.oneAlone', { whose })}</h2>
          <p className={styles.quiet}>{t('conflict.taken')}</p>
          {settled.map(render)}
        </section>
      )}
      {disputed.length === 0 && <p>{t('conflict.same', { whose })}</p>}
      {note !== undefined && <p className={styles.quiet}>{note}</p>}
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

/** A field and how to show its values: a code is shown with its meaning. */
export interface ShownField extends DisputedValue {
  readonly show?: ((value: string) => ReactNode) | undefined
}

interface DisputedFieldProps {
  readonly field: ShownField
  /** The person who saved the newer version. */
  readonly name: string
  readonly whose: NewerSaveOwner
  readonly side: Side | undefined
  readonly onChoose: (side: Side) => void
}

/** One field with both of its values: native radio buttons, so that arrow keys work. */
function DisputedField({ field, name: by, whose, side, onChoose }: DisputedFieldProps) {
  const { name, label, base } = field
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{label}</legend>
      {base !== undefined && (
        <p className={styles.quiet}>
          {tNode('conflict.field.before', { value: () => <Value field={field} value={base} /> })}
        </p>
      )}
      <div className={styles.sides}>
        {sides.map((which) => (
          <label key={which} className={classNames(styles.side, side === which && styles.chosen)}>
            <input type="radio" name={`settle-${name}`} checked={side === which} onChange={() => onChoose(which)} />
            <span className={styles.words}>
              <span className={styles.whose}>
                {which === 'mine'
                  ? t('conflict.field.yours', { whose })
                  : t('conflict.field.theirs', { whose, name: by })}
                {side === which && <TickIcon />}
              </span>
              <Value field={field} value={field[which]} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const sides = ['mine', 'theirs'] as const

function Value({ field: { show }, value }: { readonly field: ShownField; readonly value: string }) {
  return value === '' ? <em>{t('conflict.field.nothing')}</em> : <span>{show === undefined ? value : show(value)}</span>
}
