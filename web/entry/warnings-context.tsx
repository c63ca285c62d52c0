import { keepPreviousData, replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { warningsSchema } from '#shared/api/beneficiary.ts'
import type { Confirmed } from '#shared/api/entry.ts'
import { type ReceivedIssue, warningId } from '#shared/api/issue.ts'
import { showsNothing } from '#shared/api/texts.ts'
import { gradeOf, gravestFirst } from '#shared/api/warning.ts'
import { postJson } from '../api/api.ts'
import { useSettled } from '../ui/use-settled.ts'
import { useValidations, validationWarnings } from '../validations/validation-store.ts'
import { entryToSave, entryToSend } from './form-content.ts'
import { type FormReading, useReading } from './reading.ts'

export interface Warnings {
  /** Every warning, confirmed or not, the gravest first; else in the order of the form, then those of the validations, then what the server alone knows. */
  readonly all: readonly ReceivedIssue[]
  readonly open: readonly ReceivedIssue[]
  readonly isConfirmed: (warning: ReceivedIssue) => boolean
  readonly confirm: (warning: ReceivedIssue, isConfirmed: boolean) => void
  /** Why one of compliance should be reviewed all the same. */
  readonly reasonFor: (warning: ReceivedIssue) => string
  readonly explain: (warning: ReceivedIssue, reason: string) => void
  /** The payout that is edited. */
  readonly payoutId: string | undefined
}

const WarningsContext = createContext<Warnings>({
  all: [],
  open: [],
  isConfirmed: () => false,
  confirm: () => undefined,
  reasonFor: () => '',
  explain: () => undefined,
  payoutId: undefined,
})

interface WarningsProviderProps {
  /** Which payout the server is asked about: it knows the same account elsewhere, the same payout some days ago. */
  readonly about?: AskedPayout | undefined
  /** What the server named when it refused to save. */
  readonly named: readonly ReceivedIssue[]
  /** Those that the person has confirmed, each for the value it was about. */
  readonly confirmed: Confirmed
  readonly onConfirmed: (confirmed: Confirmed) => void
  readonly children: ReactNode
}

/** Gathers, once for the whole form, the warnings that a person has to confirm. */
export function WarningsProvider({ about, named, confirmed, onConfirmed, children }: WarningsProviderProps) {
  const known = useServerWarnings(about)
  const payoutId = about?.payoutId
  const ofRules = useReading((reading) => reading.warnings) ?? none
  const offers = useReading((reading) => reading.validations)
  const validations = useValidations()
  const ofValidations = offers === undefined ? none : validationWarnings(offers, validations)
  const [shared] = useState(createSharing)
  const all = shared(gravestFirst(withoutRepeats([...ofRules, ...ofValidations, ...known, ...named]), gradeOf))
  const warnings = useMemo(() => {
    const foundFor = (id: string) => confirmed.find((found) => found.warningId === id)
    const reasonFor = (warning: ReceivedIssue) => foundFor(warningId(warning))?.reason ?? ''
    // A tick says nothing to compliance.
    const isConfirmed = (warning: ReceivedIssue) =>
      gradeOf(warning) === 'compliance' ? !showsNothing(reasonFor(warning)) : foundFor(warningId(warning)) !== undefined
    const put = (warning: ReceivedIssue, given: Confirmed) => {
      const id = warningId(warning)
      onConfirmed([...confirmed.filter((found) => found.warningId !== id), ...given])
    }
    return {
      all,
      open: all.filter((warning) => !isConfirmed(warning)),
      isConfirmed,
      confirm: (warning: ReceivedIssue, isTicked: boolean) =>
        put(warning, isTicked ? [{ warningId: warningId(warning) }] : []),
      reasonFor,
      explain: (warning: ReceivedIssue, reason: string) =>
        put(warning, reason === '' ? [] : [{ warningId: warningId(warning), reason }]),
      payoutId,
    }
  }, [all, confirmed, onConfirmed, payoutId])
  return <WarningsContext value={warnings}>{children}</WarningsContext>
}

const none: readonly ReceivedIssue[] = []

/** Gives the same list as long as it says the same, so that a key does not render again all that shows warnings. */
function createSharing() {
  let last = none
  return (warnings: readonly ReceivedIssue[]) => {
    last = replaceEqualDeep(last, warnings)
    return last
  }
}

export function useWarnings(): Warnings {
  return useContext(WarningsContext)
}

/** The name of the tick that confirms a warning. */
export function warningName({ field, code, params: { beneficiaryId, payoutId } }: ReceivedIssue): string {
  return ['confirm', field, code, beneficiaryId ?? payoutId].filter((part) => part !== undefined).join('-')
}

/** The server repeats what the page has found by itself. */
function withoutRepeats(issues: readonly ReceivedIssue[]): readonly ReceivedIssue[] {
  return [...new Map(issues.toReversed().map((issue) => [warningId(issue), issue])).values()].toReversed()
}

/** Which payout the server is asked about. */
export interface AskedPayout {
  /** The saved beneficiary that it pays: not warned against themselves. */
  readonly beneficiaryId?: string | undefined
  /** The payout that is edited. */
  readonly payoutId?: string | undefined
  /** That other details than the saved ones are for it alone. */
  readonly once?: boolean
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
function useServerWarnings(about: AskedPayout | undefined): readonly ReceivedIssue[] {
  const reading = useReading((found) => found)
  const settled = useSettled(reading, pauseMs)
  const asked = settled && numbersOf(settled, about)
  const question = asked && JSON.stringify({ entry: entryToSend(entryToSave(settled), settled.part), ...about })
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
  if (reading === undefined || answer.data === undefined || answer.data.asked !== numbersOf(reading, about)) return none
  const { warnings } = answer.data
  return lacksAccount(reading) ? warnings.map(withoutAccount) : warnings
}

/** The numbers that can be read, as one text; undefined while there is none. The server has those of who is paid as saved. */
function numbersOf(
  { country, entry, part, request, errors }: FormReading,
  about: AskedPayout | undefined,
): string | undefined {
  if (part === 'payment') return about?.beneficiaryId
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
  const { field, code, params } = issue
  return code === 'document_other_account' ? { field, code: 'document_already_saved', params } : issue
}
