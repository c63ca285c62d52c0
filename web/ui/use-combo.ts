import {
  type UseComboboxReturnValue,
  type UseComboboxState,
  type UseComboboxStateChangeOptions,
  useCombobox,
} from 'downshift'
import {
  type ComponentProps,
  type FocusEvent,
  type FormEvent,
  type MouseEvent,
  type Ref,
  type RefObject,
  useMemo,
  useState,
} from 'react'
import { t } from '../language/translate.ts'
import { type FieldTexts, fieldId } from './field.tsx'
import { useAnnounce } from './live-region.tsx'

export interface ComboOption {
  readonly value: string
  readonly label: string
  /** A code or the like, at the right, in monospace. */
  readonly detail?: string | undefined
  /** A second line, such as a former name. */
  readonly hint?: string | undefined
}

export type ComboSearch = (query: string) => readonly ComboOption[]

export interface ComboFieldProps extends FieldTexts {
  /** The value of the option chosen, or what was typed when no option has it; '' while empty. */
  readonly value: string
  /** Called at each key with what was typed, and with an option's value once one is chosen or typed in full. */
  readonly onChange: (value: string) => void
  readonly onBlur?: (() => void) | undefined
  readonly inputRef?: Ref<HTMLInputElement> | undefined
  /** Every option there is: finds the label of a value. Keep it the same between renders. */
  readonly options: readonly ComboOption[]
  /** The options to show for what was typed, best first; '' asks for all. Keep it the same between renders. */
  readonly search: ComboSearch
  /** Said when nothing matches; what was typed stays in the field whatever happens. */
  readonly emptyText?: string | undefined
  readonly placeholder?: string | undefined
}

type Downshift = UseComboboxReturnValue<ComboOption>

/** What the parts of a combo box need of its state. */
export interface Combo {
  readonly shown: readonly ComboOption[]
  /** How many more matched than are shown. */
  readonly hidden: number
  readonly isOpen: boolean
  readonly opensUpward: boolean
  readonly highlighted: number
  readonly menuProps: Downshift['getMenuProps']
  readonly optionProps: Downshift['getItemProps']
  readonly toggleProps: () => ReturnType<Downshift['getToggleButtonProps']>
  readonly inputProps: (ref: Ref<HTMLInputElement> | undefined) => ComponentProps<'input'>
  /** Drops the text being typed, for one who clears the field. */
  readonly forget: () => void
  readonly focus: () => void
}

interface Typing {
  readonly text: string
  readonly matches: readonly ComboOption[]
}

/** More are not drawn: the list must open in a frame, and nobody reads on; typing narrows it. */
const shownAtMost = 100

/** Room that an open list wants below its field before it opens upward, in px. */
const roomWanted = 320

/** Downshift's combobox, made never to lose or change what was typed. */
export function useCombo(props: ComboFieldProps, box: RefObject<HTMLElement | null>): Combo {
  const { name, value, options, search, onChange } = props
  const announce = useAnnounce()
  // While somebody types, the text is theirs; otherwise it is the label of the value.
  const [typing, setTyping] = useState<Typing>()
  const [opensUpward, setOpensUpward] = useState(false)
  const chosen = useMemo(() => options.find((option) => option.value === value), [options, value])
  const all = useMemo(() => search(''), [search])
  const matches = typing?.matches ?? all
  const shown = useMemo(() => matches.slice(0, shownAtMost), [matches])

  const downshift = useCombobox<ComboOption>({
    items: shown,
    itemToString: (option) => option?.label ?? '',
    itemToKey: (option) => option?.value,
    selectedItem: chosen ?? null,
    inputValue: typing?.text ?? chosen?.label ?? value,
    inputId: fieldId(name),
    labelId: `${fieldId(name)}-label`,
    menuId: `${fieldId(name)}-list`,
    toggleButtonId: `${fieldId(name)}-toggle`,
    getItemId: (index) => `${fieldId(name)}-option-${index}`,
    stateReducer: (state, action) => keepTyped(state, action, search),
    onIsOpenChange: ({ isOpen }) => isOpen && setOpensUpward(hasNoRoomBelow(box.current)),
    onStateChange: ({ type, selectedItem }) => {
      if (selectedItem) onChange(selectedItem.value)
      if (selectedItem || type === ItemClick || type === InputKeyDownEnter) setTyping(undefined)
    },
  })

  function type(event: FormEvent<HTMLInputElement>) {
    const text = event.currentTarget.value
    const matches = search(text)
    setTyping({ text, matches })
    onChange(text)
    announce(t('ui.combo.matches', { count: matches.length }))
  }

  function leave() {
    const option = typing === undefined ? undefined : (optionNamed(typing.text, options) ?? onlyMatch(typing))
    if (option !== undefined && option.value !== value) onChange(option.value)
    setTyping(undefined)
    props.onBlur?.()
  }

  return {
    shown,
    hidden: matches.length - shown.length,
    isOpen: downshift.isOpen,
    opensUpward,
    highlighted: downshift.highlightedIndex,
    menuProps: downshift.getMenuProps,
    optionProps: downshift.getItemProps,
    toggleProps: () => downshift.getToggleButtonProps({ onMouseDown: keepFocus }),
    inputProps: (ref: Ref<HTMLInputElement> | undefined) =>
      downshift.getInputProps({ ref: ref ?? null, onChange: type, onBlur: leave, onFocus: selectAll }),
    forget: () => setTyping(undefined),
    focus: () => document.getElementById(fieldId(name))?.focus(),
  }
}

const { InputChange, InputKeyDownEscape, InputBlur, InputKeyDownEnter, ItemClick } = useCombobox.stateChangeTypes

/**
 * If downshift had its way, Escape would clear the field, and leaving it would choose what the pointer happens to
 * rest on. Typing puts the best match under Enter, as in a search box.
 */
function keepTyped(
  state: UseComboboxState<ComboOption>,
  { type, changes }: UseComboboxStateChangeOptions<ComboOption>,
  search: ComboSearch,
): Partial<UseComboboxState<ComboOption>> {
  if (type === InputChange) {
    const text = changes.inputValue ?? ''
    return { ...changes, highlightedIndex: text !== '' && search(text).length > 0 ? 0 : -1 }
  }
  if (type !== InputKeyDownEscape && type !== InputBlur) return changes
  return { ...changes, selectedItem: state.selectedItem, inputValue: state.inputValue }
}

/** What was typed can only mean this one. */
function onlyMatch({ text, matches }: Typing): ComboOption | undefined {
  return text.trim() !== '' && matches.length === 1 ? matches[0] : undefined
}

/** The one option that was typed in full, by its value or its label. */
function optionNamed(text: string, options: readonly ComboOption[]): ComboOption | undefined {
  const wanted = text.trim().toLocaleLowerCase()
  const byValue = options.find((option) => option.value.toLocaleLowerCase() === wanted)
  if (byValue !== undefined) return byValue
  const byLabel = options.filter((option) => option.label.toLocaleLowerCase() === wanted)
  return byLabel.length === 1 ? byLabel[0] : undefined
}

function hasNoRoomBelow(element: HTMLElement | null): boolean {
  if (element === null) return false
  const { top, bottom } = element.getBoundingClientRect()
  const height = window.visualViewport?.height ?? window.innerHeight
  return height - bottom < roomWanted && top > height - bottom
}

function keepFocus(event: MouseEvent) {
  event.preventDefault()
}

function selectAll(event: FocusEvent<HTMLInputElement>) {
  event.currentTarget.select()
}
