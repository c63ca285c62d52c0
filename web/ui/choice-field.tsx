import type { Ref } from 'react'
import choice from './choice-field.module.css'
import { classNames } from './class-names.ts'
import { FieldGroup, type FieldTexts, fieldId } from './field.tsx'

interface Choice {
  readonly value: string
  readonly label: string
  /** A second line in quiet type. */
  readonly detail?: string | undefined
}

export interface ChoiceFieldProps extends FieldTexts {
  /** '' while nothing is chosen. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: (() => void) | undefined
  /** Goes to the chosen radio button, or to the first: where focus belongs in a group. */
  readonly inputRef?: Ref<HTMLInputElement> | undefined
  readonly choices: readonly Choice[]
}

/** One of a few: native radio buttons as pills, all in sight. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { name, value, onChange, onBlur, inputRef, choices, error } = props
  const chosen = choices.findIndex((option) => option.value === value)
  const entrance = Math.max(chosen, 0)
  const hasDetails = choices.some(({ detail }) => detail !== undefined)
  return (
    <FieldGroup texts={props}>
      <div className={classNames(choice.choices, hasDetails && choice.columns, error !== undefined && choice.wrong)}>
        {choices.map((option, index) => (
          <label key={option.value} className={choice.choice}>
            <input
              type="radio"
              name={name}
              id={index === entrance ? fieldId(name) : `${fieldId(name)}-${option.value}`}
              ref={index === entrance ? inputRef : undefined}
              value={option.value}
              checked={index === chosen}
              onChange={() => onChange(option.value)}
              onBlur={onBlur}
            />
            <span className={choice.words}>
              <span>{option.label}</span>
              {option.detail !== undefined && <span className={choice.detail}>{option.detail}</span>}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
