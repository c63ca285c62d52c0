import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Beneficiary, beneficiaryPageSchema } from '#shared/api/beneficiary.ts'
import { folded } from '#shared/banks/folded.ts'
import { postJson } from '../api/api.ts'
import { reasonOf } from '../api/use-merchant.ts'
import { countryName } from '../entry/country-options.ts'
import { endingWords, shownName } from '../entry/masked.tsx'
import { t } from '../language/translate.ts'
import { addressOf } from '../screen/routes.ts'
import { useSettled } from '../ui/use-settled.ts'
import { isFoundBy, type PalettePlace } from './palette-places.ts'

/** How long one pauses in a word, in ms. */
const pauseMs = 200

/** Who is looked for beyond these is found in the book. */
const limit = 8

/** One letter begins too many names. */
const fewestLetters = 2

export interface FoundPeople {
  readonly people: readonly PalettePlace[]
  readonly isSearching: boolean
  /** Why nobody could be looked for. */
  readonly failure: string | undefined
}

/** Beneficiaries of the book, by what is typed: asked of the server after a pause, in a body, as it may be a name or a number. */
export function useFoundPeople(typed: string): FoundPeople {
  const text = typed.trim().slice(0, 200)
  const isWanted = folded(text).length >= fewestLetters
  const settled = useSettled(text, pauseMs)
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    queryKey: ['beneficiaries', 'palette', settled],
    queryFn: ({ signal }) =>
      postJson('/api/beneficiary-searches', { text: settled, limit }, beneficiaryPageSchema, { signal }),
    enabled: isWanted && settled !== undefined,
    placeholderData: keepPreviousData,
  })
  if (!isWanted) return { people: [], isSearching: false, failure: undefined }
  const isSearching = settled === undefined || isFetching
  // An older answer stays only where it fits what is typed now: Enter must not lead to somebody else.
  const people = (data?.items ?? []).filter(({ name }) => !(isSearching && isPlaceholderData) || isFoundBy(text, name))
  return { people: people.map(placeOf), isSearching, failure: error === null ? undefined : reasonOf(error) }
}

function placeOf(beneficiary: Beneficiary): PalettePlace {
  const { id, country, status, masked } = beneficiary
  const ending = masked.documentNumber ?? masked.accountNumber ?? masked.recipientPixKey
  const parts = [countryName(country), ending && endingWords(ending), status === 'archived' && t('palette.archived')]
  return { to: addressOf.beneficiary(id), title: shownName(beneficiary), detail: parts.filter(Boolean).join(' · ') }
}
