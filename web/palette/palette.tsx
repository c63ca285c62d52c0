import { type KeyboardEvent, useId, useState } from 'react'
import { t } from '../language/translate.ts'
import { CrossIcon, SearchIcon } from '../ui/icons.tsx'
import { showModal } from '../ui/show-modal.ts'
import styles from './palette.module.css'
import { type PaletteGroup, PaletteList } from './palette-list.tsx'
import { type PalettePlace, placesFor } from './palette-places.ts'
import { type FoundPeople, useFoundPeople } from './use-found-people.ts'

/** Goes to a screen, a country’s rules or a beneficiary by a few letters: a combobox whose list is always open. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [pointed, setPointed] = useState<string>()
  const id = useId()
  const found = useFoundPeople(typed)
  const groups = groupsOf(placesFor(typed), found)
  const places = groups.flatMap((group) => group.places)
  const current = places.find(({ to }) => to === pointed) ?? places[0]
  const optionId = (to: string) => `${id}-${to}`

  function press(event: KeyboardEvent) {
    // An input method uses the same keys while it composes.
    if (current === undefined || event.nativeEvent.isComposing) return
    const to = neighbour(places, current, event.key)?.to
    if (event.key !== 'Enter' && to === undefined) return
    event.preventDefault()
    if (to === undefined) return document.getElementById(optionId(current.to))?.click()
    setPointed(to)
    document.getElementById(optionId(to))?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <dialog
      className={styles.dialog}
      data-palette
      ref={showModal}
      closedby="any"
      aria-label={t('palette.title')}
      onClose={(event) => event.currentTarget.open || onClose()}
    >
      <div className={styles.head}>
        <SearchIcon />
        <input
          role="combobox"
          aria-label={t('palette.box')}
          aria-expanded={places.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={current && optionId(current.to)}
          placeholder={t('palette.example')}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setPointed(undefined)
          }}
          onKeyDown={press}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
        />
        <button type="button" className={styles.close} aria-label={t('palette.close')} onClick={onClose}>
          <CrossIcon />
        </button>
      </div>
      <PaletteList
        id={`${id}-list`}
        groups={groups}
        current={current?.to}
        optionId={optionId}
        onPoint={setPointed}
        onGo={onClose}
      />
      <p className={styles.foot} role="status">
        {approvalState(typed, places.length, found)}
      </p>
    </dialog>
  )
}

/** People come last: they arrive later, and nothing may move under the pointer. */
function groupsOf(places: readonly PalettePlace[], { people }: FoundPeople): readonly PaletteGroup[] {
  return [
    { title: t('palette.places'), places },
    { title: t('palette.people'), places: people },
  ].filter((group) => group.places.length > 0)
}

/** Where an arrow leads from here; the list is a ring. */
function neighbour(places: readonly PalettePlace[], current: PalettePlace, key: string): PalettePlace | undefined {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  return step === 0 ? undefined : places.at((places.indexOf(current) + step) % places.length)
}

function approvalState(typed: string, count: number, { isSearching, failure }: FoundPeople): string {
  if (typed.trim() === '') return t('palette.typeLetters')
  if (failure !== undefined) return t('palette.failed', { reason: failure })
  if (isSearching) return t('palette.searching')
  return count === 0 ? t('palette.nothing') : t('palette.count', { count })
}
