import { type KeyboardEvent, useState } from 'react'
import type { SearchChoice } from '../ui/search-field.tsx'

/** Which of the people found Enter takes. */
export interface Marked extends SearchChoice {
  /** Their place in the list; -1 while it takes nobody. */
  readonly place: number
  readonly optionId: (place: number) => string
}

/** Lets the keys choose among what was found: arrows mark, Enter takes what is marked, Escape closes the list. */
export function useMarked<Item>(items: readonly Item[], onChoose: (item: Item) => void): Marked {
  const [moved, setMoved] = useState<{ readonly items: readonly Item[]; readonly place: number }>()
  const [closed, setClosed] = useState<readonly Item[]>()
  const isOpen = items.length > 0 && closed !== items
  // Of several nobody is marked before somebody marks them: Enter by chance would pay another person.
  const first = items.length === 1 ? 0 : -1
  const place = moved?.items === items ? moved.place : first

  function move(by: 1 | -1) {
    setClosed(undefined)
    const from = place === -1 && by === -1 ? 0 : place
    const next = (from + by + items.length) % items.length
    setMoved({ items, place: next })
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => items.length > 0 && move(1),
    ArrowUp: () => items.length > 0 && move(-1),
    Escape: () => setClosed(items),
    Enter: () => {
      const item = isOpen ? items[place] : undefined
      if (item !== undefined) onChoose(item)
    },
  }
  function onKeyDown(event: KeyboardEvent) {
    const act = keys[event.key]
    if (act === undefined || event.nativeEvent.isComposing) return
    event.preventDefault()
    act()
  }
  return { listId, isOpen, place, optionId, markedId: place === -1 ? undefined : optionId(place), onKeyDown }
}

const listId = 'found-in-book'

function optionId(place: number): string {
  return `${listId}-${place}`
}
