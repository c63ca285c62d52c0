import * as z from 'zod/mini'
import {
  beneficiaryFileFormats,
  beneficiaryFormSchema,
  beneficiaryPageSchema,
  beneficiaryReceiptSchema,
  beneficiarySearchSchema,
  beneficiaryWriteSchema,
  oneBeneficiarySchema,
  revealedSchema,
  revealSchema,
  savedValidationsSchema,
} from '#shared/api/beneficiary.ts'
import { erasedSchema, eraseSchema, personalDataSchema } from '#shared/api/personal-data.ts'
import type { ProblemCode } from '#shared/api/problem.ts'
import { openBeneficiaryFile } from '../beneficiaries/beneficiary-file.ts'
import {
  beneficiaryForm,
  findOne,
  revealBeneficiary,
  searchBeneficiaries,
} from '../beneficiaries/find-beneficiaries.ts'
import { editBeneficiary, enterBeneficiary } from '../beneficiaries/save-beneficiary.ts'
import { setStatus } from '../beneficiaries/set-status.ts'
import { intentIn } from '../drafts/drafts.ts'
import { findBeneficiary } from '../entry/beneficiary-rows.ts'
import { beneficiaryEntry } from '../entry/entry-columns.ts'
import { exportContentTypes } from '../exports/find-exports.ts'
import { named, type Route, route, versioned } from '../http/route.ts'
import { requireFewReveals } from '../people/daily-bounds.ts'
import { eraseBeneficiary, personalData } from '../privacy/person-data.ts'
import { findValidations } from '../validations/saved-validations.ts'
import type { AppDeps } from './app-deps.ts'

type Deps = Pick<AppDeps, 'store' | 'signIn' | 'writes' | 'numberSearches' | 'revealsPerDay'>

const receipt = named('BeneficiaryReceipt', beneficiaryReceiptSchema)
const write = named('BeneficiaryWrite', beneficiaryWriteSchema)

const changingProblems: readonly ProblemCode[] = ['ERASED', 'VERSION_CONFLICT']

/** Beneficiaries: looking for them, saving, and what else a person does with one. */
export function beneficiaryRoutes(deps: Deps): readonly Route[] {
  return [...looking(deps), ...saving(deps), ...status(deps), ...privacy(deps)]
}

function looking({ store, numberSearches, revealsPerDay }: Deps): readonly Route[] {
  return [
    route({
      method: 'post',
      path: '/api/beneficiary-searches',
      permission: 'read',
      scope: 'payouts:write',
      summary: 'Matching beneficiaries, by name; of encrypted values only the end.',
      body: named('BeneficiarySearch', beneficiarySearchSchema),
      answer: named('BeneficiaryPage', beneficiaryPageSchema),
      problems: ['TOO_MANY_SEARCHES'],
      handle: async (given) => {
        await numberSearches.byText(given, given.body.text)
        return { body: await searchBeneficiaries(store, given.body) }
      },
    }),
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
      problems: ['WARNINGS_UNCONFIRMED', 'TOO_MANY_SEARCHES', 'STATE_CONFLICT'],
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
      problems: [...changingProblems, 'WARNINGS_UNCONFIRMED', 'TOO_MANY_SEARCHES'],
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

function privacy({ store }: Deps): readonly Route[] {
  return [
    route({
      method: 'get',
      path: '/api/beneficiary-file',
      permission: 'takeOut',
      summary:
        'All saved beneficiaries in full but the erased ones, as a file. The audit log records who asked for it.',
      query: z.strictObject({ format: z.enum(beneficiaryFileFormats) }),
      answer: beneficiaryFileFormats.map((format) => exportContentTypes[format]),
      handle: async ({ person, query, isHead }) => {
        const { name, pieces } = await openBeneficiaryFile(store, isHead ? undefined : person, query.format)
        const headers = { 'content-disposition': `attachment; filename="${name}"` }
        return { text: pieces, contentType: exportContentTypes[query.format], headers }
      },
    }),
    // By POST, as making the file is audited. Its name does not identify the person.
    route({
      method: 'post',
      path: '/api/beneficiaries/:id/personal-data',
      permission: 'personalData',
      summary: 'All that is held about one person, in clear, as a file. The audit log records who asked for it.',
      answer: named('PersonalData', personalDataSchema),
      problems: ['TAMPERED'],
      handle: async ({ person, id }) => ({
        text: JSON.stringify(await personalData(store, person, id), null, 2),
        contentType: 'application/json; charset=utf-8',
        headers: { 'content-disposition': 'attachment; filename="personal-data.json"' },
      }),
    }),
    route({
      method: 'post',
      path: '/api/beneficiaries/:id/erase',
      permission: 'personalData',
      summary:
        'Erases a person from the saved beneficiaries and from all payouts; exported payouts keep their amounts, dates, states and references; others are deleted. Other people’s unfinished forms stay, and are counted.',
      version: 'seen',
      body: named('Erase', eraseSchema),
      answer: named('Erased', erasedSchema),
      problems: [...changingProblems, 'OPEN_PAYOUTS', 'TAMPERED'],
      handle: async ({ person, id, version }) => {
        const erased = await store.write((tx) => eraseBeneficiary(tx, person, { id, version }))
        // What fails is done again at the next start.
        store.wipe().catch(() => {})
        const isCompacting = store.kind === 'sqlite'
        return versioned({ id, version: erased.version, draftsOfOthers: erased.draftsOfOthers, isCompacting })
      },
    }),
  ]
}

/** Every write of a beneficiary answers this: for the rest there is GET. */
function written({ id, version }: { readonly id: string; readonly version: number }) {
  return versioned({ id, version })
}
