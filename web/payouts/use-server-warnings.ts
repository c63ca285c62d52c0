import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { warningsSchema } from '#shared/api/beneficiary.ts'
import type { Remark } from '#shared/api/fault.ts'
import { detailsOf, termsOf } from '#shared/payout/details.ts'
import { postJson } from '../app/api.ts'
import { useSettled } from '../ui/use-settled.ts'
import type { FormState } from './form-store.ts'
import { useFormPart } from './form-store-context.tsx'

interface AboutWhom {
  /** Whom of the book it pays: not warned against themselves. */
  readonly beneficiaryId?: string | undefined
  /** The payout that is edited. */
  readonly payoutId?: string | undefined
}

const none: readonly Remark[] = []

/** After this pause in typing the server is asked, in ms. */
const pauseMs = 500

/** What the server knows against the payout at hand, once nothing in it is left to fix; asked anew when it changes. */
export function useServerWarnings(about: AboutWhom): readonly Remark[] {
  const question = useSettled(useFormPart(questionOf), pauseMs)
  const answer = useQuery({
    queryKey: ['payout-warnings', question, about],
    queryFn: ({ signal }) =>
      postJson('/api/payout-warnings', { ...JSON.parse(question ?? '{}'), ...about }, warningsSchema, { signal }),
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
    // A warning is advice: without it the form works, and saving asks again.
    retry: false,
    gcTime: 0,
  })
  return question === undefined ? none : (answer.data?.warnings ?? none)
}

function questionOf({ country, values, reading }: FormState): string | undefined {
  if (reading.faults.length > 0) return undefined
  return JSON.stringify({ details: detailsOf(country, values), terms: termsOf(values) })
}
