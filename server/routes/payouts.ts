import * as z from 'zod/mini'
import { pastValidationsSchema, warningsSchema } from '#shared/api/beneficiary.ts'
import { givenEntrySchema } from '#shared/api/entry.ts'
import {
  onePayoutSchema,
  payoutFormSchema,
  payoutWriteSchema,
  revealedPayoutSchema,
  savedPayoutSchema,
} from '#shared/api/payout.ts'
import { payoutMarksQuestionSchema, payoutMarksSchema } from '#shared/api/payout-marks.ts'
import { payoutPreviewSchema } from '#shared/api/payout-preview.ts'
import { payoutWarningsSchema, referenceHolderSchema, referenceQuestionSchema } from '#shared/api/payout-questions.ts'
import { payoutPageSchema, payoutSearchSchema } from '#shared/api/payout-search.ts'
import type { ProblemCode } from '#shared/api/problem.ts'
import { previewPayout } from '#shared/payout/read-entry.ts'
import { sentRequest } from '#shared/payout/sent-request.ts'
import { intentIn } from '../drafts/drafts.ts'
import { payoutEntry } from '../entry/entry-columns.ts'
import { done, named, type Route, route, versioned } from '../http/route.ts'
import { payoutRow } from '../payout-state/saved-payout.ts'
import { removePayouts } from '../payouts/act-on-payout.ts'
import { findPayoutPage, findPayoutValidations, findSavedPayout, findWithChanges } from '../payouts/find-payouts.ts'
import { theOne } from '../payouts/move-together.ts'
import { otherWithReference } from '../payouts/own-reference.ts'
import { payoutMarksOf } from '../payouts/payout-marks.ts'
import { payoutForm, revealPayout } from '../payouts/reveal-payout.ts'
import { editPayout, enterPayout } from '../payouts/save-payouts.ts'
import { warningsOfForm } from '../payouts/warnings.ts'
import { requireFewReveals } from '../people/daily-bounds.ts'
import { changeOnWire, issueOnWire, warningOnWire } from '../problems/english-texts.ts'
import type { AppDeps } from './app-deps.ts'
import { actionProblems, payoutActionRoutes } from './payout-actions.ts'

type Deps = Pick<AppDeps, 'store' | 'signIn' | 'writes' | 'numberSearches' | 'unsentPayouts' | 'revealsPerDay'>

const saved = named('SavedPayout', savedPayoutSchema)
const write = named('PayoutWrite', payoutWriteSchema)

/** All that is kept under an Idempotency-Key: nothing that could outlive an erasure. A repeat shows the payout as it is by then. */
const madeSchema = z.object({ id: z.string() })

const asked = { method: 'post', isHeavy: true } as const

const savingProblems: readonly ProblemCode[] = [
  'ERASED',
  'NOT_FOUND',
  'REFERENCE_TAKEN',
  'STATE_CONFLICT',
  'TAMPERED',
  'VERSION_CONFLICT',
  'WARNINGS_UNCONFIRMED',
  'TOO_MANY_SEARCHES',
  'TOO_MANY_UNSENT',
]

/** Payouts: what is asked before one is saved, saving, looking for them, and the way through review. */
export function payoutRoutes(deps: Deps): readonly Route[] {
  return [preview(deps), ...asking(deps), ...saving(deps), form(deps), reveal(deps), ...payoutActionRoutes(deps)]
}

function preview({ store: { fields } }: Deps): Route {
  return route({
    ...asked,
    path: '/api/payout-previews',
    permission: 'public-locally',
    scope: 'any',
    summary: 'The exact payout request of an entry, with every change, warning and notice. Nothing is sent.',
    body: { name: 'PayoutEntry', schema: givenEntrySchema, read: (entry) => previewPayout(entry, { fields }) },
    answer: named('PayoutPreview', payoutPreviewSchema),
    handle: ({ body: { request, changes, warnings, notices } }) => ({
      body: {
        request: sentRequest(request, fields),
        changes: changes.map(changeOnWire),
        warnings: warnings.map(warningOnWire),
        notices: notices.map(issueOnWire),
      },
    }),
  })
}

function asking({ store, numberSearches }: Deps): readonly Route[] {
  return [
    route({
      ...asked,
      path: '/api/payout-searches',
      permission: 'read',
      scope: 'payouts:write',
      summary: 'Matching payouts, sorted as requested; of encrypted values only the end.',
      body: named('PayoutSearch', payoutSearchSchema),
      answer: named('PayoutPage', payoutPageSchema),
      problems: ['TOO_MANY_SEARCHES'],
      handle: async (given) => {
        await numberSearches.byText(given, given.body.text)
        return { body: await findPayoutPage(store, given.person, given.body) }
      },
    }),
    route({
      ...asked,
      path: '/api/payout-warnings',
      permission: 'enter',
      scope: 'payouts:write',
      summary: 'Every warning that saving this payout would raise.',
      body: named('PayoutWarningsQuestion', payoutWarningsSchema),
      answer: named('Warnings', warningsSchema),
      problems: ['NOT_FOUND', 'TOO_MANY_SEARCHES'],
      handle: async (given) => {
        await numberSearches.byEntry(given, given.body.entry)
        return { body: { warnings: (await warningsOfForm(store, given.body)).map(warningOnWire) } }
      },
    }),
    route({
      method: 'post',
      path: '/api/payout-references',
      permission: 'enter',
      scope: 'payouts:write',
      summary: 'Which other payout has a reference: each has one of its own.',
      body: named('ReferenceQuestion', referenceQuestionSchema),
      answer: named('ReferenceHolder', referenceHolderSchema),
      handle: async ({ body: { externalReference, payoutId } }) => ({
        body: { payoutId: await otherWithReference(store, externalReference, payoutId) },
      }),
    }),
    route({
      ...asked,
      path: '/api/payout-marks',
      permission: 'read',
      summary:
        'What payouts that wait for review or an export have of warnings now, and what else is to be known of them.',
      body: named('PayoutMarksQuestion', payoutMarksQuestionSchema),
      answer: named('PayoutMarks', payoutMarksSchema),
      handle: async ({ body: { payoutIds } }) => ({ body: { items: [...(await payoutMarksOf(store, payoutIds))] } }),
    }),
    route({
      method: 'get',
      path: '/api/payouts/:id/validations',
      permission: 'read',
      scope: 'payouts:write',
      summary: 'The validations of exactly the details that a payout was saved with, newest first; at most 200.',
      answer: named('AskedValidations', pastValidationsSchema),
      problems: ['TAMPERED'],
      handle: async ({ id }) => ({ body: { items: await findPayoutValidations(store, id) } }),
    }),
  ]
}

function saving({ store, signIn, writes, numberSearches, unsentPayouts }: Deps): readonly Route[] {
  return [
    route({
      method: 'post',
      path: '/api/payouts',
      permission: 'enter',
      scope: 'payouts:write',
      summary: 'Saves a new payout, as a draft or for review, and its beneficiary where that is new or changed.',
      isIdempotent: true,
      programsNeedKey: true,
      body: write,
      answer: saved,
      status: 201,
      problems: savingProblems,
      handle: async (given) => {
        const { person, idempotencyKey: key, body } = given
        const intent = { key, personId: person.id, route: 'POST /api/payouts', body: intentIn(body) }
        const saving = writes.once(intent, madeSchema, async (tx) => {
          await unsentPayouts.requireRoom(tx, person, 1)
          const { id, isRepeat } = await enterPayout(tx, person, body)
          return { body: { id }, location: `/api/payouts/${id}`, isRepeat }
        })
        const { body: made, ...rest } = await numberSearches.bySaving(given, body.entry, saving)
        numberSearches.forgive(given, body.entry)
        return { ...rest, ...versioned(await findSavedPayout(store, person, made.id)) }
      },
    }),
    route({
      method: 'get',
      path: '/api/payouts/:id',
      permission: 'read',
      scope: 'payouts:write',
      summary: 'One payout, with what you can do with it.',
      answer: named('OnePayout', onePayoutSchema),
      handle: async ({ person, id }) => versioned(await findWithChanges(store, signIn, person, id)),
    }),
    route({
      method: 'put',
      path: '/api/payouts/:id',
      permission: 'enter',
      scope: 'payouts:write',
      summary: 'Changes a payout. It becomes a draft again, or goes to review when sent at once; an approval ends.',
      version: 'seen',
      body: write,
      answer: saved,
      problems: savingProblems,
      handle: async (given) => {
        const { person, id, body } = given
        await numberSearches.byEditing(given, body.entry, payoutEntry(store, await payoutRow(store, id)))
        const editing = store.write((tx) => editPayout(tx, person, given, body))
        await numberSearches.bySaving(given, body.entry, editing)
        return versioned(await findSavedPayout(store, person, id))
      },
    }),
    route({
      method: 'delete',
      path: '/api/payouts/:id',
      permission: 'enter',
      scope: 'payouts:write',
      summary: 'Deletes a draft or a returned payout.',
      version: 'seen',
      status: 204,
      problems: actionProblems,
      handle: async (given) => {
        numberSearches.byDeleting(given, [theOne(await store.write((tx) => removePayouts(tx, given.person, [given])))])
        return done
      },
    }),
  ]
}

function form({ store }: Deps): Route {
  return route({
    method: 'get',
    path: '/api/payouts/:id/entry',
    permission: 'enter',
    scope: 'payouts:write',
    summary:
      'What an edit of a payout, or a payout in its place, starts with: all fields in full but the secret ones, which show their ends.',
    answer: named('PayoutForm', payoutFormSchema),
    problems: ['ERASED', 'TAMPERED'],
    handle: async ({ id }) => versioned(await payoutForm(store, id)),
  })
}

function reveal({ revealsPerDay, ...deps }: Deps): Route {
  return route({
    method: 'post',
    path: '/api/payouts/:id/reveal',
    permission: 'reveal',
    summary:
      'The exact request in clear, with its hash and all that a decision needs; clerks get only those secret fields that they typed. The audit log records who asked for it.',
    answer: named('RevealedPayout', revealedPayoutSchema),
    problems: ['ERASED', 'TAMPERED', 'TOO_MANY_REVEALS'],
    handle: async ({ person, id }) =>
      versioned(
        await deps.store.write(async (tx) => {
          const revealed = await revealPayout(tx, person, id)
          await requireFewReveals(tx, person, revealsPerDay)
          return revealed
        }),
      ),
  })
}
