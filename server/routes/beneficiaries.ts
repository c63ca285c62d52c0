import {
  beneficiaryFormSchema,
  beneficiaryPageSchema,
  beneficiaryReceiptSchema,
  beneficiarySearchSchema,
  beneficiaryWriteSchema,
  externalIdQuerySchema,
  oneBeneficiarySchema,
  revealedSchema,
  revealSchema,
  savedValidationsSchema,
} from '#shared/api/beneficiary.ts'
import type { ProblemCode } from '#shared/api/problem.ts'
import { enterBeneficiary } from '../beneficiaries/enter-beneficiaries.ts'
import {
  beneficiaryForm,
  findByExternalId,
  findOne,
  revealBeneficiary,
  searchBeneficiaries,
} from '../beneficiaries/find-beneficiaries.ts'
import { editBeneficiary } from '../beneficiaries/save-beneficiary.ts'
import { setStatus } from '../beneficiaries/set-status.ts'
import { intentIn } from '../drafts/drafts.ts'
import { findBeneficiary } from '../entry/beneficiary-rows.ts'
import { beneficiaryEntry } from '../entry/entry-columns.ts'
import { named, type Route, route, versioned } from '../http/route.ts'
import { requireFewReveals } from '../people/daily-bounds.ts'
import { findValidations } from '../validations/saved-validations.ts'
import type { AppDeps } from './app-deps.ts'
import { beneficiaryPrivacyRoutes } from './beneficiary-privacy.ts'

type Deps = Pick<AppDeps, 'store' | 'signIn' | 'writes' | 'numberSearches' | 'revealsPerDay'>

const receipt = named('BeneficiaryReceipt', beneficiaryReceiptSchema)
const page = named('BeneficiaryPage', beneficiaryPageSchema)
const write = named('BeneficiaryWrite', beneficiaryWriteSchema)

const changingProblems: readonly ProblemCode[] = ['ERASED', 'VERSION_CONFLICT']

/** Beneficiaries: looking for them, saving, and what else a person does with one. */
export function beneficiaryRoutes(deps: Deps): readonly Route[] {
  return [...finding(deps), ...looking(deps), ...saving(deps), ...status(deps), ...beneficiaryPrivacyRoutes(deps)]
}

function finding({ store, numberSearches }: Deps): readonly Route[] {
  return [
    route({
      method: 'post',
      path: '/api/beneficiary-searches',
      permission: 'read',
      scope: 'payouts:write',
      isHeavy: true,
      summary: 'Matching beneficiaries, by name; of encrypted values only the end.',
      body: named('BeneficiarySearch', beneficiarySearchSchema),
      answer: page,
      problems: ['TOO_MANY_SEARCHES'],
      handle: async (given) => {
        await numberSearches.byText(given, given.body.text)
        return { body: await searchBeneficiaries(store, given.body) }
      },
    }),
    route({
      method: 'get',
      path: '/api/beneficiaries',
      permission: 'read',
      scope: 'payouts:write',
      summary:
        'The beneficiary that has this id of your own system, on a page of one; an empty page where none has it.',
      query: externalIdQuerySchema,
      answer: page,
      handle: async ({ query: { externalId } }) => ({
        body: { items: [...(await findByExternalId(store, externalId))], nextCursor: null },
      }),
    }),
  ]
}

function looking({ store, revealsPerDay }: Deps): readonly Route[] {
  return [
    route({
      method: 'get',
      path: '/api/beneficiaries/:id',
      permission: 'read',
      scope: 'payouts:write',
      summary: 'One beneficiary; of encrypted values only the end.',
      answer: named('Beneficiary', oneBeneficiarySchema),
      handle: async ({ person, id }) => versioned(await findOne(store, person, id)),
    }),
    route({
      method: 'get',
      path: '/api/beneficiaries/:id/entry',
      permission: 'enter',
      scope: 'payouts:write',
      summary:
        'What an edit of a beneficiary starts with: all fields in full but the secret ones, which show their ends.',
      answer: named('BeneficiaryForm', beneficiaryFormSchema),
      problems: ['ERASED'],
      handle: async ({ id }) => versioned(await beneficiaryForm(store, id)),
    }),
    route({
      method: 'get',
      path: '/api/beneficiaries/:id/validations',
      permission: 'read',
      summary: 'The validations of a beneficiary, newest first; at most 200.',
      answer: named('SavedValidations', savedValidationsSchema),
      handle: async ({ id }) => ({ body: { items: await findValidations(store, id) } }),
    }),
    route({
      method: 'post',
      path: '/api/beneficiaries/:id/reveal',
      permission: 'reveal',
      summary:
        'Everything in clear; clerks get only those secret fields that they typed. The audit log records who asked, and what for.',
      body: named('Reveal', revealSchema),
      answer: named('RevealedBeneficiary', revealedSchema),
      problems: ['ERASED', 'TOO_MANY_REVEALS'],
      handle: async ({ person, id, body }) =>
        versioned(
          await store.write(async (tx) => {
            const revealed = await revealBeneficiary(tx, person, id, body.purpose)
            await requireFewReveals(tx, person, revealsPerDay)
            return revealed
          }),
        ),
    }),
  ]
}

function saving({ store, writes, numberSearches }: Deps): readonly Route[] {
  return [
    route({
      method: 'post',
      path: '/api/beneficiaries',
      permission: 'enter',
      scope: 'payouts:write',
      summary: 'Saves a new beneficiary, once its warnings are confirmed.',
      isIdempotent: true,
      body: write,
      answer: receipt,
      status: 201,
      problems: ['WARNINGS_UNCONFIRMED', 'TOO_MANY_SEARCHES', 'STATE_CONFLICT', 'EXTERNAL_ID_TAKEN'],
      // What is kept under the key names only the beneficiary, so that nothing of it outlives an erasure.
      handle: (given) => {
        const { person, idempotencyKey: key, body } = given
        const intent = { key, personId: person.id, route: 'POST /api/beneficiaries', body: intentIn(body) }
        const saved = writes.once(intent, beneficiaryReceiptSchema, async (tx) => {
          numberSearches.beforeBeneficiary(given)
          const { id, version, isRepeat } = await enterBeneficiary(tx, person, body)
          return { body: { id, version }, version, location: `/api/beneficiaries/${id}`, isRepeat }
        })
        return numberSearches.bySaving(given, body.entry, saved)
      },
    }),
    route({
      method: 'put',
      path: '/api/beneficiaries/:id',
      permission: 'enter',
      scope: 'payouts:write',
      summary: 'Changes a beneficiary, once the warnings are confirmed. Where nothing differs, the version stays.',
      version: 'seen',
      body: write,
      answer: receipt,
      problems: [...changingProblems, 'WARNINGS_UNCONFIRMED', 'TOO_MANY_SEARCHES', 'EXTERNAL_ID_TAKEN'],
      handle: async (given) => {
        const { person, id, version, body } = given
        const row = await findBeneficiary(store.db, id)
        if (row !== undefined) await numberSearches.byEditing(given, body.entry, beneficiaryEntry(store, row))
        const saving = store.write((tx) => editBeneficiary(tx, person, { id, version }, body))
        return written(await numberSearches.bySaving(given, body.entry, saving))
      },
    }),
  ]
}

function status({ store }: Deps): readonly Route[] {
  const action = {
    method: 'post',
    permission: 'enter',
    version: 'seen',
    answer: receipt,
    problems: changingProblems,
  } as const
  return [
    route({
      ...action,
      path: '/api/beneficiaries/:id/archive',
      summary: 'Archives a beneficiary.',
      handle: async ({ person, id, version }) =>
        written(await store.write((tx) => setStatus(tx, person, { id, version }, 'archived'))),
    }),
    route({
      ...action,
      path: '/api/beneficiaries/:id/restore',
      summary: 'Restores an archived beneficiary.',
      handle: async ({ person, id, version }) =>
        written(await store.write((tx) => setStatus(tx, person, { id, version }, 'active'))),
    }),
  ]
}

/** Every write of a beneficiary answers this: for the rest there is GET. */
function written({ id, version }: { readonly id: string; readonly version: number }) {
  return versioned({ id, version })
}
