import { type Beneficiary, beneficiaryPageSchema, beneficiaryStatuses } from '#shared/api/beneficiary.ts'
import { isCountryCode } from '#shared/rule-book/country-codes.ts'
import { postJson } from '../api/api.ts'
import { usePages } from '../api/use-pages.ts'
import { countryFilters } from '../entry/country-options.ts'
import { t } from '../language/translate.ts'
import { PaletteHint } from '../palette/palette-hint.tsx'
import { AppLink } from '../screen/app-link.tsx'
import { Page } from '../screen/page.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import { useFilter } from '../screen/use-filter.ts'
import { useSearchText } from '../screen/use-search-text.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { DataList } from '../ui/data-list.tsx'
import { FilterChips, FilterSelect, ListHead, SearchBox } from '../ui/list-filters.tsx'
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
      title={t('beneficiaries.list.title')}
      aside={
        <ButtonLink href={paths.newBeneficiary} kind="primary">
          {t('beneficiaries.form.new')}
        </ButtonLink>
      }
    >
      <PaletteHint />
      <ListHead>
        <SearchBox
          label={t('beneficiaries.list.search')}
          placeholder={t('beneficiaries.list.searchHint')}
          value={search.typed}
          onChange={search.type}
        />
        <FilterSelect
          label={t('beneficiaries.list.country')}
          all={t('beneficiaries.list.allCountries')}
          options={countryFilters()}
          value={country}
          onChange={chooseCountry}
        />
        <FilterChips
          label={t('beneficiaries.list.status')}
          options={beneficiaryStatuses.map((value) => ({ value, label: t(`beneficiaries.status.${value}`) }))}
          value={status}
          onChange={chooseStatus}
        />
      </ListHead>
      <DataList
        label={t('beneficiaries.list.title')}
        columns={beneficiaryColumns}
        pages={pages}
        rowKey={keyOf}
        href={addressOfRow}
        countWords={countWords}
        empty={Object.keys(wanted).length > 0 ? <NobodyFound onShowAll={showAll} /> : <NobodyYet />}
      />
    </Page>
  )
}

function NobodyFound({ onShowAll }: { readonly onShowAll: () => void }) {
  return (
    <>
      <p>{t('beneficiaries.list.nobodyFound')}</p>
      <Button onClick={onShowAll}>{t('beneficiaries.list.showEverybody')}</Button>
    </>
  )
}

function NobodyYet() {
  return (
    <>
      <p>{t('beneficiaries.list.nobodyYet')}</p>
      <AppLink to={paths.newBeneficiary}>{t('beneficiaries.list.enterFirst')}</AppLink>
    </>
  )
}

function countWords(count: number): string {
  return t('beneficiaries.list.count', { count })
}

function isStatus(value: string): boolean {
  return beneficiaryStatuses.some((status) => status === value)
}

function keyOf({ id }: Beneficiary): string {
  return id
}

function addressOfRow({ id }: Beneficiary): string {
  return addressOf.beneficiary(id)
}
