import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { warningsSchema } from '#shared/api/beneficiary.ts'
import type { ReceivedIssue } from '#shared/api/issue.ts'
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

const none: readonly ReceivedIssue[] = []

/** Whoever and whatever the book knows, it knows by these; the rest of the form may still be empty. */
const identifying = ['documentNumber', 'accountNumber', 'recipientPixKey'] as const

/** After this pause in typing the server is asked, in ms: what it warns of comes as one leaves the field, not within the next. */
const pauseMs = 300

/**
 * What the server knows against the payout at hand, as soon as a number in it can be read; asked again when it changes. Until the new
 * answer comes the last one stands, if it is about the same numbers: were it to go with each key and come back, the form would jump.
 */
export function useServerWarnings(about: AboutWhom): readonly ReceivedIssue[] {
  const numbers = useFormPart(numbersOf)
  const question = useSettled(useFormPart(questionOf), pauseMs)
  const answer = useQuery({
    queryKey: ['payout-warnings', question, about],
    async queryFn({ signal }) {
      const { lacksAccount, numbers, ...form } = JSON.parse(question ?? '{}')
      const { warnings } = await postJson('/api/payout-warnings', { ...form, ...about }, warningsSchema, { signal })
      return { numbers, warnings: lacksAccount ? warnings.map(withoutAccount) : warnings }
    },
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
    // A warning is advice: without it the form works, and saving asks again.
    retry: false,
    gcTime: 0,
  })
  return answer.data === undefined || answer.data.numbers !== numbers ? none : answer.data.warnings
}

/** The numbers that can be read, as one text; undefined while there is none. */
function numbersOf({ country, values, reading }: FormState): string | undefined {
  const isRead = (name: (typeof identifying)[number]) =>
    values[name] !== '' && reading.request[name] !== undefined && reading.errors.every(({ field }) => field !== name)
  const found = identifying.filter(isRead).map((name) => [name, reading.request[name]])
  return found.length === 0 ? undefined : JSON.stringify([country.code, found])
}

function questionOf(state: FormState): string | undefined {
  const { rules, country, values, reading } = state
  const numbers = numbersOf(state)
  if (numbers === undefined) return undefined
  const lacksAccount = reading.errors.some(({ field }) => field === 'accountNumber' || field === 'recipientPixKey')
  return JSON.stringify({ entry: rules.entryToSave(country, values), numbers, lacksAccount })
}

/** Until there is an account nobody can say that it is another one; once there is, that is a doubt of its own to confirm. */
function withoutAccount(issue: ReceivedIssue): ReceivedIssue {
  if (issue.code !== 'document_other_account') return issue
  const detail = 'The book has a beneficiary with this document already. Use that one.'
  return { ...issue, code: 'document_in_book', detail }
}
