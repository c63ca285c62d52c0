import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import { type Beneficiary, beneficiaryPageSchema } from '#shared/api/beneficiary.ts'
import type { Payout } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { folded } from '#shared/banks/folded.ts'
import { postJson, reasonOf, searchRefusal } from '../api/api.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { amountWords, shownName, stateLabel } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { addressOf } from '../screen/routes.ts'
import { useIsOffered } from '../session/use-may.tsx'
import { Button } from '../ui/button.tsx'
import { ComboboxList } from '../ui/combobox-list.tsx'
import { showModal } from '../ui/dialog.tsx'
import { CrossIcon, SearchIcon } from '../ui/icons.tsx'
import { type ComboboxOption, useCombobox } from '../ui/use-combobox.ts'
import { useSettled } from '../ui/use-settled.ts'
import styles from './palette.module.css'
import { isFoundBy, type PalettePlace, placesFor } from './palette-places.ts'

interface PaletteProps {
  readonly onClose: () => void
  /** Shows the shortcuts of the whole app instead of the palette. */
  readonly onKeys: () => void
}

/** Goes to a screen, a country’s rules, a beneficiary or a payout by a few letters: a combobox whose list is always open. */
export function Palette({ onClose, onKeys }: PaletteProps) {
  const [typed, setTyped] = useState('')
  const [, navigate] = useLocation()
  const found = useFoundPeople(typed)
  // Beneficiaries and payouts come last: they arrive later, and nothing may move under the pointer.
  const options = [
    ...optionsOf(t('palette.places'), placesFor(typed, useIsOffered())),
    ...optionsOf(t('palette.people'), found.people),
    ...optionsOf(t('palette.payouts'), found.payouts),
  ]
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
      <div className={styles.foot}>
        <p role="status">{resultText(typed, options.length, found)}</p>
        <Button kind="link" small onClick={onKeys}>
          {t('palette.keys.title')}
        </Button>
      </div>
    </dialog>
  )
}

/** Each is a link, so that Ctrl and a click open it in another tab. */
function optionsOf(group: string, places: readonly PalettePlace[]): readonly ComboboxOption[] {
  return places.map(({ to, title, detail }) => ({ value: to, href: to, label: title, detail, group }))
}

function resultText(typed: string, count: number, { isSearching, failure }: FoundPeople): string {
  if (typed.trim() === '') return t('palette.typeLetters')
  if (failure !== undefined) return searchRefusal(failure) ?? t('palette.failed', { reason: reasonOf(failure) })
  if (isSearching) return t('palette.searching')
  return count === 0 ? t('palette.nothing') : t('palette.count', { count })
}

/** A pause in typing, in ms. */
const pauseMs = 200

/** The list of beneficiaries has more. */
const limit = 8

/** One letter begins too many names. */
const fewestLetters = 2

interface FoundPeople {
  readonly people: readonly PalettePlace[]
  readonly payouts: readonly PalettePlace[]
  readonly isSearching: boolean
  /** Why the search failed. */
  readonly failure: Error | undefined
}

/** Saved beneficiaries and payouts that match: requested after a pause, in a body, as the text may be a name or a number. */
function useFoundPeople(typed: string): FoundPeople {
  const text = typed.trim().slice(0, 200)
  const isWanted = folded(text).length >= fewestLetters
  const settled = useSettled(text, pauseMs)
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    queryKey: ['palette', settled],
    async queryFn({ signal }) {
      const asked = { text: settled, limit }
      const [people, payouts] = await Promise.all([
        postJson('/api/beneficiary-searches', asked, beneficiaryPageSchema, { signal }),
        postJson('/api/payout-searches', asked, payoutPageSchema, { signal }),
      ])
      return { people: people.items, payouts: payouts.items }
    },
    enabled: isWanted && settled !== undefined,
    placeholderData: keepPreviousData,
  })
  if (!isWanted) return { people: [], payouts: [], isSearching: false, failure: undefined }
  const isSearching = settled === undefined || isFetching
  // Of an older answer only the matches for the present text are left: Enter must not open another person.
  const fits = (words: string) => !(isSearching && isPlaceholderData) || isFoundBy(text, words)
  const people = (data?.people ?? []).filter(({ name }) => fits(name))
  const payouts = (data?.payouts ?? []).filter((payout) => fits(`${payout.externalReference} ${payout.name}`))
  return {
    people: people.map(placeOf),
    payouts: payouts.map(placeOfPayout),
    isSearching,
    failure: error ?? undefined,
  }
}

function placeOf(beneficiary: Beneficiary): PalettePlace {
  const { id, country, status, masked } = beneficiary
  const ending = masked.documentNumber ?? masked.accountNumber ?? masked.recipientPixKey
  const parts = [countryNameByCode(country), ending, status === 'archived' && t('palette.archived')]
  return { to: addressOf.beneficiary(id), title: shownName(beneficiary), detail: parts.filter(Boolean).join(' · ') }
}

function placeOfPayout(payout: Payout): PalettePlace {
  const { id, externalReference, amount, currencyCode, state } = payout
  const detail = [externalReference, amountWords(amount, currencyCode), stateLabel(state)].join(' · ')
  return { to: addressOf.payout(id), title: shownName(payout), detail }
}
