import { useState } from 'react'
import type { Country } from '#shared/rule-book/country.ts'
import { t } from '../language/translate.ts'
import { Callout } from '../ui/callout.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { CountrySections } from './country-sections.tsx'
import { FormEnd, type FormEndProps } from './form-end.tsx'
import { type BeneficiaryChoice, whyNotFilledIn } from './use-chosen-beneficiary.ts'

export interface CountryPartProps extends Omit<FormEndProps, 'onUse'> {
  readonly country: Country
  /** Undefined where the form is about a payout that is kept already. */
  readonly book: BeneficiaryChoice | undefined
}

/** All of the form that a country decides about. */
export function CountryPart({ country, book, ...end }: CountryPartProps) {
  const announce = useAnnounce()
  const [failure, setFailure] = useState<unknown>()

  async function use(beneficiaryId: string) {
    setFailure(undefined)
    try {
      await book?.choose(beneficiaryId)
      announce(t('payouts.end.filledIn'))
      goToField('beneficiaryFirstName')
    } catch (cause) {
      setFailure(cause)
    }
  }

  return (
    <>
      <CountrySections country={country} />
      {failure !== undefined && <Callout tone="error" title={whyNotFilledIn(failure)} />}
      <FormEnd {...end} onUse={book === undefined ? undefined : (id) => void use(id)} />
    </>
  )
}
