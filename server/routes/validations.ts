import {
  beneficiaryValidationWriteSchema,
  pastValidationsSchema,
  validationSearchSchema,
} from '#shared/api/beneficiary.ts'
import type { ProblemCode } from '#shared/api/problem.ts'
import type { Person } from '#shared/api/session.ts'
import { type ValidationOutcome, validationOutcomeSchema } from '#shared/api/validation.ts'
import { validationProgressSchema } from '#shared/api/validation-progress.ts'
import { readBankValidation } from '#shared/validation/bank-validation.ts'
import { readIdentityValidation } from '#shared/validation/identity-validation.ts'
import { readUnfinished } from '../entry/written-entry.ts'
import { idempotencyKeyText } from '../http/request-headers.ts'
import { type Answer, named, type Route, type RouteInput, route } from '../http/route.ts'
import { Failure } from '../kernel/failure.ts'
import type { Question } from '../validations/question.ts'
import { questionOfSaved, requireSubject, validationsOfEntry } from '../validations/saved-validations.ts'
import type { AppDeps } from './app-deps.ts'
import { providerProblems } from './system.ts'
import { bankBodySchema, identityBodySchema } from './validation-bodies.ts'

type Deps = Pick<AppDeps, 'validations' | 'store' | 'numberSearches'>

const outcome = named('ValidationOutcome', validationOutcomeSchema)

const askingProblems: readonly ProblemCode[] = [
  'IDEMPOTENCY_IN_FLIGHT',
  'VALIDATION_NOT_RUN',
  'TOO_MANY_VALIDATIONS',
  ...providerProblems,
]

/** Validations by the provider: each asks at most once, is billable unless in test mode, and goes on when the browser goes away. */
export function validationRoutes(deps: Deps): readonly Route[] {
  const asking = {
    method: 'post',
    permission: 'enter',
    isIdempotent: true,
    isHeavy: false,
    answer: outcome,
    problems: askingProblems,
  } as const
  return [
    route({
      ...asking,
      path: '/api/identity-validations',
      summary: 'Asks the provider whether name and document match official records. Billable unless testMode is true.',
      body: { name: 'IdentityValidation', schema: identityBodySchema(), read: readIdentityValidation },
      handle: (given) => askOfSubject(deps, { service: 'identity', validation: given.body }, given),
    }),
    route({
      ...asking,
      path: '/api/bank-validations',
      summary: 'Asks the provider whether the customer owns the bank account. Billable unless testMode is true.',
      body: { name: 'BankValidation', schema: bankBodySchema(), read: readBankValidation },
      handle: (given) => askOfSubject(deps, { service: 'bank', validation: given.body }, given),
    }),
    route({
      ...asking,
      path: '/api/beneficiaries/:id/validations',
      summary: 'Validates a beneficiary as saved; nothing about them is revealed. Billable unless testMode is true.',
      body: named('SavedQuestion', beneficiaryValidationWriteSchema),
      problems: [...askingProblems, 'ERASED'],
      handle: async (given) => ask(deps, await questionOfSaved(deps.store, given.id, given.body), given),
    }),
    route({
      method: 'post',
      path: '/api/validation-searches',
      permission: 'enter',
      isHeavy: true,
      summary: 'The validations that were asked with exactly the details of an entry, newest first; at most 200.',
      body: named('ValidationSearch', validationSearchSchema),
      answer: named('AskedValidations', pastValidationsSchema),
      problems: ['TOO_MANY_SEARCHES'],
      handle: async (given) => {
        await deps.numberSearches.byEntry(given, given.body.entry)
        const { entry } = readUnfinished(deps.store, given.body.entry)
        return { body: { items: await validationsOfEntry(deps.store, entry) } }
      },
    }),
    route({
      method: 'get',
      path: '/api/validations/:idempotencyKey',
      permission: 'enter',
      id: idempotencyKeyText,
      summary:
        'The state of a validation that you requested with this key in the last 24 hours: under way, or finished with its answer.',
      answer: named('ValidationProgress', validationProgressSchema),
      handle: async ({ person, id: key }) => {
        const progress = await deps.validations.progress(person.id, key)
        if (progress !== undefined) return { body: progress }
        throw new Failure('NOT_FOUND', { params: { what: 'answer' } })
      },
    }),
  ]
}

type RequestOrigin = Pick<RouteInput<Person>, 'person' | 'address' | 'idempotencyKey' | 'requestId'>

async function askOfSubject(deps: Deps, question: Question, asker: RequestOrigin): Promise<Answer<ValidationOutcome>> {
  const { beneficiaryId } = question.validation
  if (beneficiaryId !== undefined) await requireSubject(deps.store, beneficiaryId)
  return ask(deps, question, asker)
}

/** The answer is the same for each repeat but for the header that says so. */
async function ask(
  { validations }: Deps,
  question: Question,
  { person, address, idempotencyKey: key, requestId }: RequestOrigin,
): Promise<Answer<ValidationOutcome>> {
  const { answer, isReplay } = await validations.ask(question, { requestId, key, personId: person.id, address })
  return 'code' in answer.body ? { problem: answer.body, isReplay } : { body: answer.body, isReplay }
}
