import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { warningsSchema } from '#shared/api/beneficiary.ts'
import type { ReceivedIssue } from '#shared/api/issue.ts'
import { postJson } from '../api/api.ts'
import { useSettled } from '../ui/use-settled.ts'
import { type FormReading, useReading } from './reading.ts'
import { entryToSave } from './saved-entry.ts'

/** Which payout the server is asked about. */
export interface AskedPayout {
  /** The saved beneficiary that it pays: not warned against themselves. */
  readonly beneficiaryId?: string | undefined
  /** The payout that is edited. */
  readonly payoutId?: string | undefined
}

/** The server knows whom and what it has seen by these; the rest of the form may still be empty. */
const identifying = ['documentNumber', 'accountNumber', 'recipientPixKey'] as const

/** After this pause in typing the server is asked, in ms: what it warns of comes as one leaves the field, not within the next. */
const pauseMs = 300

/**
 * What the server knows against the payout at hand, as soon as a number in it can be read; asked again when it changes. Until the new
 * answer comes the last one stands, if it is about the same numbers: were it to go with each key and come back, the form would jump.
 * Of a beneficiary alone it is not asked.
 */
export function useServerWarnings(about: AskedPayout | undefined): readonly ReceivedIssue[] {
  const reading = useReading((found) => found)
  const settled = useSettled(reading, pauseMs)
  const asked = settled && numbersOf(settled)
  const question = asked && JSON.stringify({ entry: entryToSave(settled), ...about })
  const answer = useQuery({
    queryKey: ['payout-warnings', question],
    async queryFn({ signal }) {
      const body: unknown = JSON.parse(question ?? '{}')
      const { warnings } = await postJson('/api/payout-warnings', body, warningsSchema, { signal })
      return { asked, warnings }
    },
    enabled: about !== undefined && question !== undefined,
    placeholderData: keepPreviousData,
    // A warning is advice: without it the form works, and saving asks again.
    retry: false,
    gcTime: 0,
  })
  if (reading === undefined || answer.data === undefined || answer.data.asked !== numbersOf(reading)) return none
  const { warnings } = answer.data
  return lacksAccount(reading) ? warnings.map(withoutAccount) : warnings
}

const none: readonly ReceivedIssue[] = []

/** The numbers that can be read, as one text; undefined while there is none. */
function numbersOf({ country, entry, request, errors }: FormReading): string | undefined {
  const isRead = (name: (typeof identifying)[number]) =>
    entry[name] !== '' && request[name] !== undefined && errors.every(({ field }) => field !== name)
  const found = identifying.filter(isRead).map((name) => [name, request[name]])
  return found.length === 0 ? undefined : JSON.stringify([country.code, found])
}

function lacksAccount({ errors }: FormReading): boolean {
  return errors.some(({ field }) => field === 'accountNumber' || field === 'recipientPixKey')
}

/** Until there is an account nobody can say that it is another one; once there is, that is a warning of its own to confirm. */
function withoutAccount(issue: ReceivedIssue): ReceivedIssue {
  if (issue.code !== 'document_other_account') return issue
  const detail = 'The book has a beneficiary with this document already. Use that one.'
  return { ...issue, code: 'document_in_book', detail }
}
