import { type Payout, type PayoutState, payoutPageSchema, payoutStates } from '#shared/api/payout.ts'
import { isCountryCode } from '#shared/rule-book/country-codes.ts'
import { postJson } from '../app/api.ts'
import { Page } from '../app/page.tsx'
import { addressOf, paths } from '../app/routes.ts'
import { useFilter } from '../app/use-filter.ts'
import { usePages } from '../app/use-pages.ts'
import { useSearchText } from '../app/use-search-text.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { DataList } from '../ui/data-list.tsx'
import { FilterChips, FilterSelect } from '../ui/filter-chips.tsx'
import { ListHead, SearchBox } from '../ui/list-head.tsx'
import { countryFilters } from './country-options.ts'
import { payoutColumns } from './payout-columns.tsx'
import { stateWords } from './payout-words.ts'
import { UnfinishedForms } from './unfinished-forms.tsx'

/** All payouts, the newest change first, by state. */
export function PayoutList() {
  const search = useSearchText()
  const [state, chooseState] = useFilter('state', isState)
  const [country, chooseCountry] = useFilter('country', isCountryCode)
  const wanted = {
    ...(search.text !== '' && { text: search.text }),
    ...(state && { state }),
    ...(country && { country }),
  }
  const pages = usePages(['payouts', 'list', wanted], (cursor, signal) =>
    postJson('/api/payout-searches', { ...wanted, ...(cursor && { cursor }) }, payoutPageSchema, { signal }),
  )

  function showAll() {
    search.type('')
    chooseState(undefined)
    chooseCountry(undefined)
  }

  return (
    <Page
      title="Payouts"
      aside={
        <ButtonLink href={paths.newPayout} kind="primary">
          New payout
        </ButtonLink>
      }
    >
      <UnfinishedForms />
      <ListHead>
        <SearchBox
          label="Search payouts"
          placeholder="Name, document, last four digits or reference"
          value={search.typed}
          onChange={search.type}
        />
        <FilterSelect
          label="Country"
          all="All countries"
          options={countryFilters}
          value={country}
          onChange={chooseCountry}
        />
        <FilterChips label="State" options={states} value={state} onChange={chooseState} />
      </ListHead>
      <DataList
        label="Payouts"
        columns={payoutColumns}
        pages={pages}
        rowKey={keyOf}
        href={addressOfRow}
        nouns={nouns}
        empty={Object.keys(wanted).length > 0 ? <NothingFound state={state} onShowAll={showAll} /> : <NothingYet />}
      />
    </Page>
  )
}

function NothingFound({ state, onShowAll }: { readonly state: string | undefined; readonly onShowAll: () => void }) {
  return (
    <>
      <p>
        {state === undefined
          ? 'No payout found. Search for the beginning of a name, a whole document number, the last four digits of an account, or a reference.'
          : 'No payout is in this state.'}
      </p>
      <Button onClick={onShowAll}>Show all payouts</Button>
    </>
  )
}

function NothingYet() {
  return (
    <>
      <p>No payout yet. Enter one; somebody else approves it, and the exact request is exported.</p>
      <ButtonLink href={paths.newPayout}>Enter the first payout</ButtonLink>
    </>
  )
}

const states = payoutStates.map((value) => ({ value, label: stateWords[value].label }))

const nouns = ['payout', 'payouts'] as const

function isState(value: string): value is PayoutState {
  return payoutStates.some((state) => state === value)
}

function keyOf({ id }: Payout): string {
  return id
}

function addressOfRow({ id }: Payout): string {
  return addressOf.payout(id)
}
