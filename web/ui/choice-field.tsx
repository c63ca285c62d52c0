import type { ComponentProps, Ref } from 'react'
import { t } from '../language/translate.ts'
import choice from './choice-field.module.css'
import { classNames } from './class-names.ts'
import control from './control.module.css'
import { controlAttributes, Field, FieldGroup, type FieldTexts, fieldId } from './field.tsx'

interface ChoiceOption {
  readonly value: string
  readonly label: string
  /** What choosing it means: shown next to the group's label while it is chosen. */
  readonly detail?: string | undefined
}

export interface ChoiceFieldProps extends FieldTexts {
  /** '' while nothing is chosen. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: (() => void) | undefined
  /** Focuses the chosen radio button, or the first: where focus belongs in a group. */
  readonly inputRef?: Ref<HTMLInputElement> | undefined
  readonly choices: readonly ChoiceOption[]
}

/** One of a few: native radio buttons as pills, all in sight. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { name, value, onChange, onBlur, inputRef, choices, error } = props
  const chosen = choices.findIndex((option) => option.value === value)
  const entrance = Math.max(chosen, 0)
  return (
    <FieldGroup texts={{ ...props, hint: props.hint ?? choices[chosen]?.detail }}>
      <div className={classNames(choice.choices, error !== undefined && choice.wrong)}>
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
            <span>
              {option.label}
              {option.detail !== undefined && <span className="sr-only"> {option.detail}</span>}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

export interface SelectOption {
  readonly value: string
  readonly label: string
  /** Options that share a group are listed together under its name. */
  readonly group?: string | undefined
}

export interface SelectFieldProps extends FieldTexts {
  /** '' while nothing is chosen. A value that is not an option is shown unchanged, and kept. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: (() => void) | undefined
  readonly inputRef?: Ref<HTMLSelectElement> | undefined
  readonly options: readonly SelectOption[]
  /** The label of the empty choice; without it there is none once a value is chosen. */
  readonly placeholder?: string | undefined
}

/** A native select: for lists short enough to read, up to some twenty entries. */
export function SelectField(props: SelectFieldProps) {
  const { value, onChange, onBlur, inputRef, options, placeholder } = props
  const isUnknown = value !== '' && !options.some((option) => option.value === value)
  return (
    <Field texts={props}>
      <Select
        {...controlAttributes(props)}
        ref={inputRef}
        className={props.warning !== undefined && control.warned}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      >
        {(placeholder !== undefined || value === '') && (
          <option value="">{placeholder ?? t('ui.select.choose')}</option>
        )}
        {isUnknown && <option value={value}>{value}</option>}
        <Options options={options} />
      </Select>
    </Field>
  )
}

type SelectProps = Omit<ComponentProps<'select'>, 'className'> & { readonly className?: string | false | undefined }

/** A select in the style of the theme, without a label: where none is visible, name it by `aria-label`. */
export function Select({ className, ...attributes }: SelectProps) {
  return (
    <div className={choice.line}>
      <select {...attributes} className={classNames(control.control, choice.select, className)} />
    </div>
  )
}

/** The options of a native select, in their groups. */
export function Options({ options }: { readonly options: readonly SelectOption[] }) {
  const groups = [...new Set(options.map((option) => option.group))]
  return groups.map((group) => {
    const items = options
      .filter((option) => option.group === group)
      .map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))
    return group === undefined ? (
      items
    ) : (
      <optgroup key={group} label={group}>
        {items}
      </optgroup>
    )
  })
}
