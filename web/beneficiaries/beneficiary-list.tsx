import { type Beneficiary, beneficiaryPageSchema, beneficiaryStatuses } from '#shared/api/beneficiary.ts'
import { isCountryCode } from '#shared/rule-book/country-codes.ts'
import { postJson } from '../app/api.ts'
import { AppLink } from '../app/app-link.tsx'
import { Page } from '../app/page.tsx'
import { addressOf, paths } from '../app/routes.ts'
import { useFilter } from '../app/use-filter.ts'
import { usePages } from '../app/use-pages.ts'
import { useSearchText } from '../app/use-search-text.ts'
import { countryFilters } from '../payouts/country-options.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { DataList } from '../ui/data-list.tsx'
import { FilterChips, FilterSelect } from '../ui/filter-chips.tsx'
import { ListHead, SearchBox } from '../ui/list-head.tsx'
import { beneficiaryColumns } from './beneficiary-columns.tsx'

/** The book: everybody who can be paid, found by name, document or last digits. */
export function BeneficiaryList() {
  const search = useSearchText()
  const [country, chooseCountry] = useFilter('country', isCountryCode)
  const [status, chooseStatus] = useFilter('status', isStatus)
  const wanted = {
    ...(search.text !== '' && { text: search.text }),
    ...(country && { country }),
    ...(status && { status }),
  }
  const pages = usePages(['beneficiaries', wanted], (cursor, signal) =>
    postJson('/api/beneficiary-searches', { ...wanted, ...(cursor && { cursor }) }, beneficiaryPageSchema, { signal }),
  )

  function showAll() {
    search.type('')
    chooseCountry(undefined)
    chooseStatus(undefined)
  }

  return (
    <Page
      title="Beneficiaries"
      aside={
        <ButtonLink href={paths.newBeneficiary} kind="primary">
          New beneficiary
        </ButtonLink>
      }
    >
      <ListHead>
        <SearchBox
          label="Search beneficiaries"
          placeholder="Name, document or last four digits"
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
        <FilterChips label="Status" options={statuses} value={status} onChange={chooseStatus} />
      </ListHead>
      <DataList
        label="Beneficiaries"
        columns={beneficiaryColumns}
        pages={pages}
        rowKey={keyOf}
        href={addressOfRow}
        nouns={nouns}
        empty={Object.keys(wanted).length > 0 ? <NobodyFound onShowAll={showAll} /> : <NobodyYet />}
      />
    </Page>
  )
}

function NobodyFound({ onShowAll }: { readonly onShowAll: () => void }) {
  return (
    <>
      <p>
        Nobody found. Search for the beginning of a name, a whole document number, or the last four digits of a
        document, an account or a Pix key.
      </p>
      <Button onClick={onShowAll}>Show everybody</Button>
    </>
  )
}

function NobodyYet() {
  return (
    <>
      <p>Nobody is in the book yet. Enter a beneficiary once, then pay them as often as you like.</p>
      <AppLink to={paths.newBeneficiary}>Enter the first beneficiary</AppLink>
    </>
  )
}

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'archived', label: 'Archived' },
] as const

const nouns = ['beneficiary', 'beneficiaries'] as const

function isStatus(value: string): boolean {
  return beneficiaryStatuses.some((status) => status === value)
}

function keyOf({ id }: Beneficiary): string {
  return id
}

function addressOfRow({ id }: Beneficiary): string {
  return addressOf.beneficiary(id)
}
