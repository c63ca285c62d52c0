import { type ComponentProps, type MouseEvent, useLayoutEffect, useState } from 'react'

/** An option of the list. */
export interface ComboboxOption {
  /** The id of the option. */
  readonly value: string
  readonly label: string
  /** Distinguishes it from others of the same name, in a quieter colour. */
  readonly detail?: string | undefined
  /** A code, at the right, in monospace. */
  readonly code?: string | undefined
  /** A second line, such as a former name. */
  readonly hint?: string | undefined
  /** Options of one group follow each other, under its name. */
  readonly group?: string | undefined
  /** The address of an option that can also be opened in another tab. */
  readonly href?: string | undefined
}

export interface ComboboxSettings {
  /** The id of the input; those of the list and its options follow from it. */
  readonly id: string
  readonly text: string
  readonly onText: (text: string) => void
  /** The options for the text, best first. */
  readonly options: readonly ComboboxOption[]
  /** What Enter takes while no option is highlighted; undefined: nothing. */
  readonly best: ComboboxOption | undefined
  readonly onChoose: (option: ComboboxOption) => void
  /** The current value: highlighted when the list opens. */
  readonly chosen?: ComboboxOption | undefined
  /** For a list that is open as long as the input is shown, in a dialog, which Escape closes. */
  readonly isAlwaysOpen?: boolean
}

/** Props and state for the parts of a combobox. */
export interface Combobox {
  readonly options: readonly ComboboxOption[]
  readonly isOpen: boolean
  /** The option that Enter takes. */
  readonly highlighted: ComboboxOption | undefined
  readonly chosen: ComboboxOption | undefined
  readonly inputProps: ComponentProps<'input'>
  readonly toggleProps: ComponentProps<'button'>
  readonly listProps: ComponentProps<'div'>
  readonly optionProps: (
    option: ComboboxOption,
  ) => { readonly id: string } & ComponentProps<'div'> & ComponentProps<'a'>
  readonly choose: (option: ComboboxOption) => void
}

/**
 * A text input with a list to choose from, after the ARIA 1.2 pattern: focus stays in the input, and its keys highlight an option. It never
 * changes what was typed, and the highlighted option stays highlighted while the options around it change.
 */
export function useCombobox(settings: ComboboxSettings): Combobox {
  const { id, text, onText, options, chosen } = settings
  const list = useList(settings)
  const { isOpen, highlighted, open, close, highlight } = list
  const toggle = () => (isOpen ? close() : open(chosen))
  return {
    options,
    isOpen,
    highlighted,
    chosen,
    choose: list.choose,
    inputProps: {
      id,
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': `${id}-list`,
      'aria-expanded': isOpen && options.length > 0,
      'aria-activedescendant': isOpen && highlighted ? optionId(id, highlighted) : undefined,
      autoComplete: 'off',
      value: text,
      onChange(event) {
        open(undefined)
        onText(event.currentTarget.value)
      },
      onKeyDown(event) {
        // An input method uses the same keys while it composes.
        if (!event.nativeEvent.isComposing && press(event.key, settings, list)) event.preventDefault()
      },
      onClick: toggle,
      onBlur: close,
    },
    toggleProps: {
      type: 'button',
      tabIndex: -1,
      'aria-controls': `${id}-list`,
      'aria-expanded': isOpen,
      onMouseDown: keepFocus,
      onClick() {
        document.getElementById(id)?.focus()
        toggle()
      },
    },
    listProps: { id: `${id}-list`, onMouseDown: keepFocus, onMouseLeave: () => highlight(undefined) },
    optionProps: (option) => ({
      id: optionId(id, option),
      role: 'option',
      'aria-selected': option === highlighted,
      onMouseMove: () => highlight(option),
    }),
  }
}

type ComboboxListState = ReturnType<typeof useList>

/** The state of the list: whether it is open, and which option is highlighted. */
function useList({ id, options, best, chosen, onChoose, isAlwaysOpen = false }: ComboboxSettings) {
  const [isOpened, setIsOpened] = useState(false)
  const [highlightedValue, setHighlightedValue] = useState<string>()
  const isOpen = isAlwaysOpen || isOpened
  useLayoutEffect(() => {
    if (isOpened && chosen !== undefined) bringIntoView(optionId(id, chosen))
  }, [isOpened, chosen, id])

  function open(first: ComboboxOption | undefined) {
    setIsOpened(true)
    setHighlightedValue(first?.value)
  }
  function close() {
    setIsOpened(false)
    setHighlightedValue(undefined)
  }
  return {
    isOpen,
    highlighted: options.find(({ value }) => value === highlightedValue) ?? best,
    open,
    close,
    highlight: (option: ComboboxOption | undefined) => setHighlightedValue(option?.value),
    choose(option: ComboboxOption) {
      close()
      onChoose(option)
    },
  }
}

/** Applies a key to the list; false where it does nothing. */
function press(key: string, settings: ComboboxSettings, list: ComboboxListState): boolean {
  const { id, options, chosen, isAlwaysOpen = false } = settings
  const isArrow = key === 'ArrowDown' || key === 'ArrowUp'
  if (!list.isOpen) {
    if (isArrow) list.open(chosen ?? options.at(key === 'ArrowDown' ? 0 : -1))
    return isArrow
  }
  if (key === 'Enter') {
    if (list.highlighted !== undefined) list.choose(list.highlighted)
    else if (options.length === 0) list.close()
    return true
  }
  if (key === 'Escape' && !isAlwaysOpen) {
    list.close()
    return true
  }
  if (!isArrow && (isAlwaysOpen || !(key in jumps))) return false
  const next =
    options[
      placeAfter(key, list.highlighted === undefined ? -1 : options.indexOf(list.highlighted), options.length - 1)
    ]
  if (next !== undefined) {
    list.highlight(next)
    bringIntoView(optionId(id, next))
  }
  return true
}

/** How far the keys other than the arrows go. */
const jumps: Readonly<Record<string, number>> = {
  PageDown: 10,
  PageUp: -10,
  End: Number.POSITIVE_INFINITY,
  Home: Number.NEGATIVE_INFINITY,
}

/** The arrows go round; the others stop at the ends. */
function placeAfter(key: string, place: number, last: number): number {
  if (key === 'ArrowDown') return place === last ? 0 : place + 1
  if (key === 'ArrowUp') return place <= 0 ? last : place - 1
  return Math.max(0, Math.min(place + (jumps[key] ?? 0), last))
}

function optionId(id: string, { value }: ComboboxOption): string {
  return `${id}-option-${value}`
}

function bringIntoView(id: string): void {
  document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}
