import type * as z from 'zod/mini'
import {
  beneficiaryPageSchema,
  beneficiaryReceiptSchema,
  beneficiarySearchSchema,
  beneficiaryWriteSchema,
  oneBeneficiarySchema,
  revealedSchema,
  revealSchema,
} from '#shared/api/beneficiary.ts'
import { eraseSchema, personalDataSchema } from '#shared/api/personal-data.ts'
import type { ProblemCode } from '#shared/api/problem.ts'
import { type Operation, withBody } from './path-item.ts'
import { intentHeader, versionHeader } from './write-headers.ts'

const beneficiaryId = { name: 'beneficiaryId', in: 'path', required: true, schema: { type: 'string' } }

const known: readonly ProblemCode[] = ['SIGN_IN_REQUIRED', 'NOT_FOUND']

const changed: readonly ProblemCode[] = [
  ...known,
  'CROSS_SITE_REQUEST',
  'ERASED',
  'VERSION_CONFLICT',
  'VERSION_REQUIRED',
]

/** The book. */
export const beneficiaryOperations: Readonly<Record<string, Operation | readonly Operation[]>> = {
  '/api/beneficiary-searches': {
    method: 'post',
    summary: 'Beneficiaries that match, in the order of names; of what is sealed only the end.',
    body: 'BeneficiarySearch',
    answer: 'BeneficiaryPage',
    problems: [...withBody, 'SIGN_IN_REQUIRED'],
  },
  '/api/beneficiaries': {
    method: 'post',
    summary: 'Enters a beneficiary, once its warnings are confirmed.',
    parameters: [intentHeader],
    body: 'BeneficiaryWrite',
    answer: 'BeneficiaryReceipt',
    status: 201,
    problems: [
      ...withBody,
      'SIGN_IN_REQUIRED',
      'WARNINGS_UNCONFIRMED',
      'STATE_CONFLICT',
      'IDEMPOTENCY_KEY_INVALID',
      'IDEMPOTENCY_KEY_REUSED',
    ],
  },
  '/api/beneficiaries/{beneficiaryId}': [
    {
      method: 'get',
      summary: 'One beneficiary; of what is sealed only the end.',
      parameters: [beneficiaryId],
      answer: 'Beneficiary',
      problems: known,
    },
    {
      method: 'put',
      summary: 'Changes a beneficiary, once the warnings are confirmed. Where nothing differs, the version stays.',
      parameters: [beneficiaryId, versionHeader],
      body: 'BeneficiaryWrite',
      answer: 'BeneficiaryReceipt',
      problems: [...withBody, ...changed, 'WARNINGS_UNCONFIRMED'],
    },
  ],
  '/api/beneficiaries/{beneficiaryId}/archive': {
    method: 'post',
    summary: 'Takes a beneficiary out of use.',
    parameters: [beneficiaryId, versionHeader],
    answer: 'BeneficiaryReceipt',
    problems: changed,
  },
  '/api/beneficiaries/{beneficiaryId}/restore': {
    method: 'post',
    summary: 'Takes an archived beneficiary into use again.',
    parameters: [beneficiaryId, versionHeader],
    answer: 'BeneficiaryReceipt',
    problems: changed,
  },
  '/api/beneficiaries/{beneficiaryId}/reveal': {
    method: 'post',
    summary: 'Everything in clear; recorded, with what it is for.',
    parameters: [beneficiaryId],
    body: 'Reveal',
    answer: 'RevealedBeneficiary',
    problems: [...withBody, ...known, 'ERASED'],
  },
  '/api/beneficiaries/{beneficiaryId}/personal-data': {
    method: 'post',
    summary: 'All that is held about one person, in clear, as a file; recorded.',
    parameters: [beneficiaryId],
    answer: 'PersonalData',
    problems: [...known, 'CROSS_SITE_REQUEST'],
  },
  '/api/beneficiaries/{beneficiaryId}/erase': {
    method: 'post',
    summary:
      'Erases a person from the book and from all payouts; of those exported, amounts, dates, states and references stay; others go.',
    parameters: [beneficiaryId, versionHeader],
    body: 'Erase',
    answer: 'BeneficiaryReceipt',
    problems: [...withBody, ...changed, 'OPEN_PAYOUTS'],
  },
}

/** Their schemas, under the names that the operations use. */
export const beneficiaryApiSchemas: Readonly<Record<string, z.core.$ZodType>> = {
  BeneficiarySearch: beneficiarySearchSchema,
  BeneficiaryPage: beneficiaryPageSchema,
  BeneficiaryWrite: beneficiaryWriteSchema,
  BeneficiaryReceipt: beneficiaryReceiptSchema,
  Beneficiary: oneBeneficiarySchema,
  Reveal: revealSchema,
  RevealedBeneficiary: revealedSchema,
  PersonalData: personalDataSchema,
  Erase: eraseSchema,
}
