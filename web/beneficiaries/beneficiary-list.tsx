import { useState } from 'react'
import { type Beneficiary, beneficiaryPageSchema, beneficiaryStatuses } from '#shared/api/beneficiary.ts'
import { isCountryCode } from '#shared/countries/rule-book.ts'
import { useBankNames } from '../api/bank-names.ts'
import { usePages } from '../api/use-pages.ts'
import { AskBeneficiary } from '../details-links/ask-beneficiary.tsx'
import { bankNameOf } from '../entry/bank-words.ts'
import { countryFilters, countryNameByCode } from '../entry/country-options.ts'
import { MaskedEnding, ShownName } from '../entry/payout-words.tsx'
import { t } from '../language/translate.ts'
import { PaletteHint } from '../palette/palette-button.tsx'
import { PayAgainLink } from '../payouts/pay-again.tsx'
import { SamplesFilter, useSamplesFilter } from '../payouts/samples-filter.tsx'
import { AppLink } from '../screen/app-link.tsx'
import { isOneOf, useFilter, useSearchText } from '../screen/list-state.ts'
import { Page } from '../screen/page.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import { useMay, WhyNot } from '../session/use-may.tsx'
import { Ago } from '../ui/ago.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { DataList } from '../ui/data-list.tsx'
import type { DataColumn } from '../ui/data-table.tsx'
import { FilterChips, FilterSelect, Filters, ListHead, SearchBox } from '../ui/list-filters.tsx'
import { Name } from '../ui/name.tsx'
import { Badge } from '../ui/tone.tsx'
import { TakeOutDialog } from './take-out-dialog.tsx'

/** The saved beneficiaries, found by name, document or last digits. */
export function BeneficiaryList() {
  const search = useSearchText()
  const mayEnter = useMay('enter')
  const mayTakeOut = useMay('takeOut')
  const [isTakingOut, setIsTakingOut] = useState(false)
  const country = useFilter('country', isCountryCode)
  const status = useFilter('status', isOneOf(beneficiaryStatuses))
  const samples = useSamplesFilter()
  const wanted = {
    ...(search.text !== '' && { text: search.text }),
    ...(country.value && { country: country.value }),
    ...(status.value && { status: status.value }),
    ...(samples.isHiding && { samples: false }),
  }
  const pages = usePages(['beneficiaries'], '/api/beneficiary-searches', beneficiaryPageSchema, { search: wanted })

  function showAll() {
    search.type('')
    country.choose(undefined)
    status.choose(undefined)
  }

  return (
    <Page
      title={t('beneficiaries.list.title')}
      aside={
        <Actions>
          {mayTakeOut && <Button onClick={() => setIsTakingOut(true)}>{t('beneficiaries.takeOut.open')}</Button>}
          {mayEnter && <ButtonLink href={importAddress}>{t('beneficiaries.list.import')}</ButtonLink>}
          <AskBeneficiary />
          {mayEnter && (
            <ButtonLink href={paths.newBeneficiary} kind="primary">
              {t('beneficiaries.form.new')}
            </ButtonLink>
          )}
        </Actions>
      }
    >
      {isTakingOut && <TakeOutDialog onClose={() => setIsTakingOut(false)} />}
      <PaletteHint />
      <ListHead>
        <SearchBox
          label={t('beneficiaries.list.search')}
          placeholder={t('beneficiaries.list.searchHint')}
          value={search.typed}
          onChange={search.type}
          error={pages.refusal}
        />
        <Filters>
          <FilterSelect
            label={t('beneficiaries.list.country')}
            all={t('beneficiaries.list.allCountries')}
            options={countryFilters()}
            value={country.value}
            onChange={country.choose}
          />
          <FilterChips
            label={t('beneficiaries.list.status')}
            options={beneficiaryStatuses.map((value) => ({ value, label: t(`beneficiaries.status.${value}`) }))}
            value={status.value}
            onChange={status.choose}
          />
        </Filters>
        <SamplesFilter filter={samples} />
      </ListHead>
      <DataList
        label={t('beneficiaries.list.title')}
        columns={beneficiaryColumns}
        pages={pages}
        rowKey={keyOf}
        href={addressOfRow}
        countWords={countWords}
        empty={Object.keys(wanted).length > 0 ? <NoMatches onShowAll={showAll} /> : <NoBeneficiaries />}
      />
    </Page>
  )
}

const importAddress = `${paths.import}?makes=beneficiaries` as const

function NoMatches({ onShowAll }: { readonly onShowAll: () => void }) {
  return (
    <>
      <p>{t('beneficiaries.list.nobodyFound')}</p>
      <Button onClick={onShowAll}>{t('beneficiaries.list.showEverybody')}</Button>
    </>
  )
}

function NoBeneficiaries() {
  const mayEnter = useMay('enter')
  return (
    <>
      <p>{t('beneficiaries.list.nobodyYet')}</p>
      {mayEnter ? (
        <Actions>
          <AppLink to={paths.newBeneficiary}>{t('beneficiaries.list.enterFirst')}</AppLink>
          <AppLink to={importAddress}>{t('beneficiaries.list.importFirst')}</AppLink>
        </Actions>
      ) : (
        <WhyNot permission="enter" />
      )}
    </>
  )
}

function countWords(count: number): string {
  return t('beneficiaries.list.count', { count })
}

function keyOf({ id }: Beneficiary): string {
  return id
}

function addressOfRow({ id }: Beneficiary): string {
  return addressOf.beneficiary(id)
}

/** A beneficiary in one line: enough to distinguish two people with the same name, without a full number. */
export const beneficiaryColumns: readonly DataColumn<Beneficiary>[] = [
  {
    get title() {
      return t('beneficiaries.list.name')
    },
    // What the others leave empty is for the name.
    width: 'minmax(11rem, 5fr)',
    cell: (beneficiary) => <ShownName of={beneficiary} />,
  },
  {
    get title() {
      return t('beneficiaries.list.country')
    },
    width: 'minmax(5rem, 1fr)',
    narrow: 'beside',
    cell: ({ country }) => countryNameByCode(country),
  },
  {
    get title() {
      return t('beneficiaries.list.document')
    },
    width: 'minmax(5.5rem, 0.6fr)',
    narrow: 'hidden',
    cell: ({ masked }) => <Ending text={masked.documentNumber} />,
  },
  {
    get title() {
      return t('beneficiaries.list.account')
    },
    width: 'minmax(5rem, 2.2fr)',
    narrow: 'grows',
    cell: (row) => <Account {...row} />,
  },
  {
    get title() {
      return t('beneficiaries.list.lastPayout')
    },
    width: 'minmax(7rem, 0.6fr)',
    named: true,
    cell: ({ lastPayoutAt }) => (lastPayoutAt === null ? '–' : <Ago at={lastPayoutAt} />),
  },
  {
    get title() {
      return t('beneficiaries.list.status')
    },
    width: 'minmax(5.5rem, 0.6fr)',
    cell: ({ status, erasedAt }) => {
      if (erasedAt !== null) return <Badge>{t('beneficiaries.status.erased')}</Badge>
      return status === 'archived' ? (
        <Badge>{t('beneficiaries.status.archived')}</Badge>
      ) : (
        t('beneficiaries.status.active')
      )
    },
  },
  {
    get title() {
      return t('beneficiaries.action.pay')
    },
    width: '7.5rem',
    cell: (beneficiary) =>
      beneficiary.status === 'active' && (
        <PayAgainLink beneficiaryId={beneficiary.id} of={beneficiary}>
          {t('beneficiaries.action.pay')}
        </PayAgainLink>
      ),
  },
]

function Account({ country, bankName, masked }: Beneficiary) {
  const number = masked.accountNumber ?? masked.recipientPixKey
  const names = useBankNames()
  return (
    <>
      <Ending text={number} />
      {bankName !== '' && (
        <span>
          {' '}
          · <Name>{bankNameOf(country, bankName, names)}</Name>
        </span>
      )}
    </>
  )
}

/** The last digits of a number, or a dash. */
function Ending({ text }: { readonly text: string | undefined }) {
  return text === undefined ? '–' : <MaskedEnding text={text} />
}
