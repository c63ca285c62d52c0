import { type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './combobox-list.module.css'
import type { Combobox, ComboboxOption } from './use-combobox.ts'

export interface ComboboxListProps {
  readonly combo: Combobox
  /** What the list holds, for a screen reader. */
  readonly label: string
  /** While it is closed, outside of its popup. */
  readonly hidden?: boolean
}

/** The options of a combobox. The list is rendered while closed too, as aria-controls must point at something. */
export function ComboboxList({ combo, label, hidden }: ComboboxListProps) {
  const { options, isOpen } = combo
  const groups = [...new Set(options.map(({ group }) => group))]
  return (
    <div {...combo.listProps} role="listbox" aria-label={label} className={styles.list} hidden={hidden}>
      {isOpen &&
        groups.map((group) => {
          const found = options.filter((option) => option.group === group)
          const rendered = found.map((option) => <Option key={option.value} combo={combo} option={option} />)
          return group === undefined ? rendered : <Group key={group} name={group} options={rendered} />
        })}
    </div>
  )
}

function Group({ name, options }: { readonly name: string; readonly options: ReactNode }) {
  return (
    <fieldset aria-label={name}>
      <p className={styles.group} aria-hidden="true">
        {name}
      </p>
      {options}
    </fieldset>
  )
}

function Option({ combo, option }: { readonly combo: Combobox; readonly option: ComboboxOption }) {
  const { label, detail, code, hint, href } = option
  const attributes = {
    ...combo.optionProps(option),
    className: classNames(
      styles.option,
      option === combo.highlighted && styles.highlighted,
      option === combo.chosen && styles.chosen,
    ),
    onClick(event: MouseEvent) {
      if (href !== undefined && opensElsewhere(event)) return
      event.preventDefault()
      combo.choose(option)
    },
  }
  const words = (
    <>
      <span className={styles.label}>{label}</span>
      {detail !== undefined && <span className={styles.quiet}>{detail}</span>}
      {code !== undefined && (
        <span className={styles.code} translate="no">
          {code}
        </span>
      )}
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
    </>
  )
  if (href === undefined) return <div {...attributes}>{words}</div>
  return (
    <a {...attributes} href={href} tabIndex={-1}>
      {words}
    </a>
  )
}

/** With one of these keys, the browser opens a link in another tab or window. */
function opensElsewhere({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey
}

/** The list below its field, or above the field's label where there is more room. It covers the content instead of moving it. */
export function ComboboxPopup({ children, ...list }: ComboboxListProps & { readonly children?: ReactNode }) {
  const { isOpen, options } = list.combo
  const isShown = isOpen && (options.length > 0 || children !== undefined)
  const popup = useRef<HTMLDivElement>(null)
  const [above, setAbove] = useState<number>()
  useLayoutEffect(() => {
    if (isShown) setAbove(heightBeforeAbove(popup.current?.parentElement))
  }, [isShown])
  if (!isShown) return <ComboboxList {...list} hidden />
  return (
    <div
      ref={popup}
      className={classNames(styles.popup, above !== undefined && styles.above)}
      style={above === undefined ? undefined : { insetBlockEnd: `calc(${above}px + var(--space-1))` }}
    >
      <ComboboxList {...list} />
      {isOpen && children}
    </div>
  )
}

/** A note below the list about what is not in it. */
export function ComboboxNote({ children }: { readonly children: ReactNode }) {
  return <p className={styles.note}>{children}</p>
}

/** The room that a list needs below its field, in px; with less it opens upward. */
const roomWanted = 320

/** How far the list is above the lower edge of its field, so that it covers neither field nor label; undefined where there is room below. */
function heightBeforeAbove(field: HTMLElement | null | undefined): number | undefined {
  if (field === null || field === undefined) return undefined
  const { top, bottom } = field.getBoundingClientRect()
  const height = window.visualViewport?.height ?? window.innerHeight
  if (height - bottom >= roomWanted || top <= height - bottom) return undefined
  const label = field.querySelector('input')?.labels?.[0]?.getBoundingClientRect()
  return bottom - Math.min(top, label === undefined || label.height === 0 ? top : label.top)
}
