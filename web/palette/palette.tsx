import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import { t } from '../language/translate.ts'
import { ComboboxList } from '../ui/combobox-list.tsx'
import { CrossIcon, SearchIcon } from '../ui/icons.tsx'
import { showModal } from '../ui/show-modal.ts'
import { type ComboboxOption, useCombobox } from '../ui/use-combobox.ts'
import styles from './palette.module.css'
import { type PalettePlace, placesFor } from './palette-places.ts'
import { type FoundPeople, useFoundPeople } from './use-found-people.ts'

/** Goes to a screen, a country’s rules or a beneficiary by a few letters: a combobox whose list is always open. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [, navigate] = useLocation()
  const found = useFoundPeople(typed)
  // People come last: they arrive later, and nothing may move under the pointer.
  const options = [...optionsOf(t('palette.places'), placesFor(typed)), ...optionsOf(t('palette.people'), found.people)]
  const combo = useCombobox({
    id: useId(),
    text: typed,
    onText: setTyped,
    options,
    best: options[0],
    isAlwaysOpen: true,
    onChoose({ value }) {
      onClose()
      navigate(value)
      window.scrollTo(0, 0)
    },
  })

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
          {...combo.inputProps}
          aria-label={t('palette.box')}
          placeholder={t('palette.example')}
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
        />
        <button type="button" className={styles.close} aria-label={t('palette.close')} onClick={onClose}>
          <CrossIcon />
        </button>
      </div>
      <div className={styles.found}>
        <ComboboxList combo={combo} label={t('palette.found')} />
      </div>
      <p className={styles.foot} role="status">
        {resultText(typed, options.length, found)}
      </p>
    </dialog>
  )
}

/** Each is a link, so that Ctrl and a click open another tab. */
function optionsOf(group: string, places: readonly PalettePlace[]): readonly ComboboxOption[] {
  return places.map(({ to, title, detail }) => ({ value: to, href: to, label: title, detail, group }))
}

function resultText(typed: string, count: number, { isSearching, failure }: FoundPeople): string {
  if (typed.trim() === '') return t('palette.typeLetters')
  if (failure !== undefined) return t('palette.failed', { reason: failure })
  if (isSearching) return t('palette.searching')
  return count === 0 ? t('palette.nothing') : t('palette.count', { count })
}
