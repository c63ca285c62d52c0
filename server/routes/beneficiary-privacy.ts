import * as z from 'zod/mini'
import { beneficiaryFileFormats } from '#shared/api/beneficiary.ts'
import { erasedSchema, eraseSchema, personalDataSchema } from '#shared/api/personal-data.ts'
import { openBeneficiaryFile } from '../beneficiaries/beneficiary-file.ts'
import { exportContentTypes } from '../exports/find-exports.ts'
import { named, type Route, route, versioned } from '../http/route.ts'
import { eraseBeneficiary, personalData } from '../privacy/person-data.ts'
import type { AppDeps } from './app-deps.ts'

/** What the law asks for: all that is held about a person, and its erasure; and all beneficiaries as a file. */
export function beneficiaryPrivacyRoutes({ store }: Pick<AppDeps, 'store'>): readonly Route[] {
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
      isHeavy: true,
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
      isHeavy: true,
      summary:
        'Erases a person from the saved beneficiaries and from all payouts; exported payouts keep their amounts, dates, states and references; others are deleted. Other people’s unfinished forms stay, and are counted.',
      version: 'seen',
      body: named('Erase', eraseSchema),
      answer: named('Erased', erasedSchema),
      problems: ['ERASED', 'VERSION_CONFLICT', 'OPEN_PAYOUTS', 'TAMPERED'],
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
