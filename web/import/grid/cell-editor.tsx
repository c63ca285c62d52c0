import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { folded } from '#shared/banks/folded.ts'
import type { SheetField } from '#shared/import/sheet-field.ts'
import { t } from '../../language/translate.ts'
import { ComboboxNote, ComboboxPopup } from '../../ui/combobox-list.tsx'
import { useAnnounce } from '../../ui/live-region.tsx'
import { type ComboboxOption, useCombobox } from '../../ui/use-combobox.ts'
import type { ShownRow } from '../protocol.ts'
import styles from './cell-editor.module.css'
import { type CellChoice, cellChoices, cellLabel } from './cells.ts'
import type { CellRect, Editing, MoveAfterEdit } from './editing.ts'

export interface CellEditorProps {
  readonly row: ShownRow
  readonly field: SheetField
  readonly editing: Editing
  readonly rect: CellRect
  /** Called with the text to set, or undefined to leave the cell unchanged. */
  readonly onClose: (text: string | undefined, move: MoveAfterEdit) => void
}

/** The input in which a cell is typed, or chosen from a list. */
export function CellEditor(props: CellEditorProps) {
  const { row, field, editing, rect } = props
  const choices = cellChoices(row, field)
  const label =
    editing.rows > 1
      ? t('sheet.editor.many', { label: cellLabel(row, field), count: editing.rows })
      : t('sheet.editor.one', { label: cellLabel(row, field), row: row.row })
  const width = `max(${rect.width}px, min(${choices.length > 0 ? 18 : 12}rem, 70vw))`
  const style = {
    insetBlockStart: rect.top,
    // At the right edge it grows to the left.
    insetInlineStart: `clamp(0px, ${rect.left}px, 100% - ${width})`,
    inlineSize: width,
    blockSize: rect.height,
  }
  return (
    <div className={styles.editor} style={style}>
      {editing.rows > 1 && (
        <p className={styles.many} aria-hidden="true">
          {label}
        </p>
      )}
      {choices.length > 0 ? (
        <ChoiceEditor {...props} choices={choices} label={label} />
      ) : (
        <TextEditor {...props} label={label} />
      )}
    </div>
  )
}

interface NamedEditorProps extends CellEditorProps {
  readonly label: string
}

/** Closes the editor once with its current text, whichever way it is left first. */
function useClosing({ editing, onClose }: CellEditorProps) {
  const isClosed = useRef(false)
  function close(text: string | undefined, move: MoveAfterEdit) {
    if (isClosed.current) return
    isClosed.current = true
    onClose(text, move)
  }
  return {
    close,
    /** A value for many rows is set by a key only, never by leaving the editor. */
    leave: (text: string) => close(editing.rows > 1 ? undefined : text, 'stay'),
  }
}

/** Where a key that ends the typing moves to; undefined for any other key. */
function moveOf({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): MoveAfterEdit | undefined {
  if (key === 'Enter') return ctrlKey || metaKey ? 'fill' : 'down'
  if (key === 'Tab') return shiftKey ? 'previous' : 'next'
  return undefined
}

function TextEditor(props: NamedEditorProps) {
  const { row, field, editing, label } = props
  const [text, setText] = useState(editing.text ?? row.cells[field] ?? '')
  const { close, leave } = useClosing(props)
  return (
    <input
      ref={focused}
      className={styles.input}
      aria-label={label}
      value={text}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => leave(text)}
      onKeyDown={(event) => {
        const move = moveOf(event)
        if (event.nativeEvent.isComposing || (move === undefined && event.key !== 'Escape')) return
        event.preventDefault()
        close(move && text, editing.rows > 1 ? 'stay' : (move ?? 'stay'))
      }}
    />
  )
}

interface ChoiceEditorProps extends NamedEditorProps {
  readonly choices: readonly CellChoice[]
}

/** More are not rendered: typing narrows the list. */
const shownAtMost = 100

/** A list filtered by what is typed. A value that is not listed can still be typed: it becomes an error of the cell. */
function ChoiceEditor(props: ChoiceEditorProps) {
  const { row, field, editing, label, choices } = props
  const id = useId()
  const [typed, setTyped] = useState(editing.text ?? '')
  const { close, leave } = useClosing(props)
  const announce = useAnnounce()
  const options = useMemo(() => choices.map(optionOf), [choices])
  const found = useMemo(() => matching(options, typed), [options, typed])
  const chosen = options.find(({ value }) => value === row.cells[field]?.trim())
  const move = editing.rows > 1 ? 'stay' : 'down'
  const combo = useCombobox({
    id,
    text: typed,
    onText(text) {
      setTyped(text)
      announce(t('ui.combo.matches', { count: matching(options, text).length }))
    },
    options: found.slice(0, shownAtMost),
    best: typed.trim() === '' ? chosen : found[0],
    chosen,
    isAlwaysOpen: true,
    onChoose: ({ value }) => close(value, move),
  })
  const taken = () => combo.highlighted?.value ?? (typed.trim() === '' ? undefined : typed)
  return (
    <>
      <input
        {...combo.inputProps}
        ref={focused}
        className={styles.input}
        aria-label={label}
        placeholder={chosen?.label ?? row.cells[field] ?? ''}
        autoCapitalize="none"
        spellCheck={false}
        onClick={undefined}
        onBlur={() =>
          leave(found.length === 1 ? (found[0]?.value ?? typed) : typed === '' ? (row.cells[field] ?? '') : typed)
        }
        onKeyDown={(event) => {
          const next = moveOf(event)
          if (event.nativeEvent.isComposing) return
          if (next === undefined && event.key !== 'Escape') return combo.inputProps.onKeyDown?.(event)
          event.preventDefault()
          close(next && taken(), editing.rows > 1 ? 'stay' : (next ?? 'stay'))
        }}
      />
      <ComboboxPopup combo={combo} label={t('ui.combo.choices', { label })}>
        {found.length === 0 && <ComboboxNote>{t('sheet.editor.noChoice')}</ComboboxNote>}
        {found.length > shownAtMost && (
          <ComboboxNote>{t('ui.combo.hidden', { count: found.length - shownAtMost })}</ComboboxNote>
        )}
      </ComboboxPopup>
    </>
  )
}

function optionOf({ code, name }: CellChoice): ComboboxOption {
  return { value: code, label: name, ...(code !== name && { code }) }
}

/** A complete code comes first, then names that begin with the text, then those that contain its words. */
function matching(options: readonly ComboboxOption[], typed: string): readonly ComboboxOption[] {
  const wanted = folded(typed)
  if (wanted === '') return options
  const rank = ({ value, label }: ComboboxOption) => {
    const name = folded(label)
    if (folded(value) === wanted || name === wanted) return 0
    if (name.startsWith(wanted) || folded(value).startsWith(wanted)) return 1
    return wanted.split(' ').every((word) => name.includes(word)) ? 2 : 3
  }
  return options
    .map((option) => ({ option, rank: rank(option) }))
    .filter((found) => found.rank < 3)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ option }) => option)
}

/** Puts the caret at the end, so that typing continues after the key that opened the editor. */
function focused(input: HTMLInputElement | null): void {
  if (input === null || document.activeElement === input) return
  input.focus({ preventScroll: true })
  input.setSelectionRange(input.value.length, input.value.length)
}
