import { useMemo } from 'react'
import { methodIn } from '#shared/countries/rule-book.ts'
import { type FormField, formFields } from '#shared/payout/form-fields.ts'
import type { Country, Given } from '#shared/rule-book/country.ts'
import { useFormPart } from './form-store-context.tsx'

/** The fields that country, method and the values so far ask for; the same list as long as none of these changes. */
export function useVisibleFields(country: Country): readonly FormField[] {
  const methodId = useFormPart(({ values }) => values.method)
  const beneficiaryType = useFormPart(({ given }) => given.beneficiaryType)
  const documentType = useFormPart(({ given }) => given.documentType)
  const bankName = useFormPart(({ given }) => given.bankName)
  const payoutAccountTypeCode = useFormPart(({ given }) => given.payoutAccountTypeCode)
  const currencyCode = useFormPart(({ given }) => given.currencyCode)
  return useMemo(() => {
    const given = known({ beneficiaryType, documentType, bankName, payoutAccountTypeCode, currencyCode })
    return formFields(country, methodIn(country, methodId), given)
  }, [country, methodId, beneficiaryType, documentType, bankName, payoutAccountTypeCode, currencyCode])
}

function known(values: Readonly<Record<string, string | undefined>>): Given {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
