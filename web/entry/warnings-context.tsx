import { keepPreviousData, replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { warningsSchema } from '#shared/api/beneficiary.ts'
import type { WarningConfirmations } from '#shared/api/entry.ts'
import { type ReceivedIssue, warningId } from '#shared/api/issue.ts'
import { givesReason } from '#shared/api/texts.ts'
import { gradeOf, gravestFirst } from '#shared/api/warning.ts'
import { postJson } from '../api/api.ts'
import { useSettled } from '../ui/use-settled.ts'
import { useValidations, warningsOfValidations } from '../validations/validation-store.ts'
import { entryToSave, entryToSend } from './form-content.ts'
import { type FormReading, useReading } from './reading.ts'

export interface WarningState {
  /** Every warning, confirmed or not, the most serious first; then in the order of the form, of the validations, and of the server. */
  readonly all: readonly ReceivedIssue[]
  readonly open: readonly ReceivedIssue[]
  readonly isConfirmed: (warning: ReceivedIssue) => boolean
  readonly confirm: (warnings: readonly ReceivedIssue[], isConfirmed: boolean) => void
  /** The reason for a compliance warning. */
  readonly reasonFor: (warning: ReceivedIssue) => string
  readonly explain: (warnings: readonly ReceivedIssue[], reason: string) => void
  /** The payout that is edited. */
  readonly payoutId: string | undefined
  /** Why the server was not asked for its warnings about what the form has now. */
  readonly failure: Error | null
}

const WarningsContext = createContext<WarningState>({
  all: [],
  open: [],
  isConfirmed: () => false,
  confirm: () => undefined,
  reasonFor: () => '',
  explain: () => undefined,
  payoutId: undefined,
  failure: null,
})

interface WarningsProviderProps {
  /** The payout that the server is asked about: it knows the same account elsewhere, and the same payout some days ago. */
  readonly about?: PreviewTarget | undefined
  /** The warnings of a refused save. */
  readonly named: readonly ReceivedIssue[]
  /** The confirmed ones, each for the value that it was about. */
  readonly confirmed: WarningConfirmations
  readonly onConfirmed: (confirmed: WarningConfirmations) => void
  readonly children: ReactNode
}

/** Collects the warnings that a person has to confirm, once for the whole form. */
export function WarningsProvider({ about, named, confirmed, onConfirmed, children }: WarningsProviderProps) {
  const { known, failure } = useServerWarnings(about)
  const payoutId = about?.payoutId
  const ofRules = useReading((reading) => reading.warnings) ?? none
  const offers = useReading((reading) => reading.validations)
  const validations = useValidations()
  const ofValidations = offers === undefined ? none : warningsOfValidations(offers, validations)
  const [shared] = useState(createSharing)
  const all = shared(gravestFirst(withoutRepeats([...ofRules, ...ofValidations, ...known, ...named]), gradeOf))
  const warnings = useMemo(() => {
    const foundFor = (id: string) => confirmed.find((found) => found.warningId === id)
    const reasonFor = (warning: ReceivedIssue) => foundFor(warningId(warning))?.reason ?? ''
    // A checkbox alone is not enough for a compliance warning.
    const isConfirmed = (warning: ReceivedIssue) =>
      gradeOf(warning) === 'compliance' ? givesReason(reasonFor(warning)) : foundFor(warningId(warning)) !== undefined
    const put = (given: readonly ReceivedIssue[], content: { readonly reason?: string } | undefined) => {
      const ids = given.map(warningId)
      const others = confirmed.filter((found) => !ids.includes(found.warningId))
      onConfirmed([...others, ...(content === undefined ? [] : ids.map((id) => ({ warningId: id, ...content })))])
    }
    return {
      all,
      open: all.filter((warning) => !isConfirmed(warning)),
      isConfirmed,
      confirm: (given: readonly ReceivedIssue[], isTicked: boolean) => put(given, isTicked ? {} : undefined),
      reasonFor,
      explain: (given: readonly ReceivedIssue[], reason: string) => put(given, reason === '' ? undefined : { reason }),
      payoutId,
      failure,
    }
  }, [all, confirmed, onConfirmed, payoutId, failure])
  return <WarningsContext value={warnings}>{children}</WarningsContext>
}

const none: readonly ReceivedIssue[] = []

/** Returns the same list while its content is the same, so that a keystroke does not render everything that shows warnings. */
function createSharing() {
  let last = none
  return (warnings: readonly ReceivedIssue[]) => {
    last = replaceEqualDeep(last, warnings)
    return last
  }
}

export function useWarnings(): WarningState {
  return useContext(WarningsContext)
}

/** The name of the checkbox that confirms a warning. */
export function warningName({ field, code, params: { beneficiaryId, payoutId } }: ReceivedIssue): string {
  return ['confirm', field, code, beneficiaryId ?? payoutId].filter((part) => part !== undefined).join('-')
}

/** The server repeats what the page has found already. */
function withoutRepeats(issues: readonly ReceivedIssue[]): readonly ReceivedIssue[] {
  return [...new Map(issues.toReversed().map((issue) => [warningId(issue), issue])).values()].toReversed()
}

/** The payout that the server is asked about. */
export interface PreviewTarget {
  /** The saved beneficiary that it pays, who causes no warning about themselves. */
  readonly beneficiaryId?: string | undefined
  /** The payout that is edited, or the refused one that is replaced. */
  readonly payoutId?: string | undefined
  readonly replaces?: string | undefined
  /** Whether details other than the saved ones are for this payout only. */
  readonly once?: boolean
}

interface ServerWarnings {
  readonly known: readonly ReceivedIssue[]
  readonly failure: Error | null
}

/** The server recognises beneficiaries by these; the rest of the form may still be empty. */
const identifying = ['documentNumber', 'accountNumber', 'recipientPixKey'] as const

/** After this pause in typing the server is asked, in ms: short enough that the warning appears on leaving the field, not in the next one. */
const pauseMs = 300

/**
 * The server's warnings about the payout in the form, fetched once one of its numbers can be read and again when the form changes. Until a
 * new answer arrives, the last one for the same numbers is shown: without it the form would jump with each keystroke. For a beneficiary
 * alone the server is not asked.
 */
function useServerWarnings(about: PreviewTarget | undefined): ServerWarnings {
  const reading = useReading((found) => found)
  const settled = useSettled(reading, pauseMs)
  const asked = settled && numbersOf(settled, about)
  const question =
    asked && JSON.stringify({ entry: entryToSend(entryToSave(settled), settled.part, settled.kept), ...about })
  const answer = useQuery({
    queryKey: ['payout-warnings', question],
    async queryFn({ signal }) {
      const body: unknown = JSON.parse(question ?? '{}')
      const { warnings } = await postJson('/api/payout-warnings', body, warningsSchema, { signal })
      return { asked, warnings }
    },
    enabled: about !== undefined && question !== undefined,
    placeholderData: keepPreviousData,
    // Only advice: the form works without it, and saving asks again.
    retry: false,
    gcTime: 0,
  })
  const { data, error: failure } = answer
  if (reading === undefined || data === undefined || data.asked !== numbersOf(reading, about))
    return { known: none, failure }
  return { known: lacksAccount(reading) ? data.warnings.map(withoutAccount) : data.warnings, failure }
}

/** The readable numbers as one text; undefined while there are none. For a beneficiary paid with the saved details, the server has the numbers. */
function numbersOf(
  { country, entry, part, kept, request, errors }: FormReading,
  about: PreviewTarget | undefined,
): string | undefined {
  if (part === 'payment') return about?.beneficiaryId
  const isRead = (name: (typeof identifying)[number]) =>
    entry[name] !== '' && request[name] !== undefined && errors.every(({ field }) => field !== name)
  const found = identifying.filter(isRead).map((name) => [name, request[name]])
  const filledIn = identifying.filter((name) => kept[name] !== undefined)
  const numbers = [...found, ...filledIn.map((name) => [name])]
  return numbers.length === 0 ? undefined : JSON.stringify([country.code, numbers])
}

function lacksAccount({ errors }: FormReading): boolean {
  return errors.some(({ field }) => field === 'accountNumber' || field === 'recipientPixKey')
}

/** Before an account is entered, it cannot be called a different one; after that, the difference is another warning to confirm. */
function withoutAccount(issue: ReceivedIssue): ReceivedIssue {
  const { field, code, params } = issue
  return code === 'document_other_account' ? { field, code: 'document_already_saved', params } : issue
}
