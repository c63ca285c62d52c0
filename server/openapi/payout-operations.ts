import type * as z from 'zod/mini'
import { payoutValidationsSchema, warningsSchema } from '#shared/api/beneficiary.ts'
import {
  approvalSchema,
  exportFormats,
  exportPageSchema,
  exportSchema,
  exportWriteSchema,
  overviewSchema,
  payoutPageSchema,
  payoutSchema,
  payoutSearchSchema,
  payoutWarningsSchema,
  payoutWriteSchema,
  returnSchema,
  revealedPayoutSchema,
  savedPayoutSchema,
} from '#shared/api/payout.ts'
import type { ProblemCode } from '#shared/api/problem.ts'
import { type JsonObject, type Operation, withBody } from './path-item.ts'
import { intentHeader, versionHeader } from './write-headers.ts'

const inPath = { in: 'path', required: true, schema: { type: 'string' } }

const payoutId = { ...inPath, name: 'payoutId' }

const known: readonly ProblemCode[] = ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'ERASED']

const acted: readonly ProblemCode[] = [
  ...known,
  'CROSS_SITE_REQUEST',
  'STATE_CONFLICT',
  'VERSION_CONFLICT',
  'VERSION_REQUIRED',
]

const saved: readonly ProblemCode[] = [
  ...withBody,
  ...known,
  'REFERENCE_TAKEN',
  'WARNINGS_UNCONFIRMED',
  'VERSION_CONFLICT',
]

const once: readonly ProblemCode[] = ['IDEMPOTENCY_KEY_INVALID', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_FLIGHT']

/** Payouts, their review and their export. */
export const payoutOperations: Readonly<Record<string, Operation | readonly Operation[]>> = {
  '/api/payout-searches': {
    method: 'post',
    summary: 'Payouts that match, the newest change first; of what is sealed only the end.',
    body: 'PayoutSearch',
    answer: 'PayoutPage',
    problems: [...withBody, 'SIGN_IN_REQUIRED'],
  },
  '/api/payout-warnings': {
    method: 'post',
    summary: 'Every warning that saving this payout would raise.',
    body: 'PayoutWarningsQuestion',
    answer: 'Warnings',
    problems: [...withBody, 'SIGN_IN_REQUIRED'],
  },
  '/api/payouts': {
    method: 'post',
    summary: 'Enters a payout, as a draft or into review, and its beneficiary where that is new or changed.',
    parameters: [intentHeader],
    body: 'PayoutWrite',
    answer: 'SavedPayout',
    status: 201,
    problems: [...saved, ...once, 'STATE_CONFLICT'],
  },
  '/api/payouts/{payoutId}': [
    {
      method: 'get',
      summary: 'One payout, with what the person who asks can do with it.',
      parameters: [payoutId],
      answer: 'Payout',
      problems: known,
    },
    {
      method: 'put',
      summary: 'Changes a payout. It is a draft again, or in review when sent at once; an approval ends.',
      parameters: [payoutId, versionHeader],
      body: 'PayoutWrite',
      answer: 'SavedPayout',
      problems: [...saved, 'STATE_CONFLICT', 'VERSION_REQUIRED'],
    },
    {
      method: 'delete',
      summary: 'Deletes a draft, or what was returned.',
      parameters: [payoutId, versionHeader],
      status: 204,
      problems: acted,
    },
  ],
  '/api/payouts/{payoutId}/checks': {
    method: 'get',
    summary: 'What was asked of the provider with exactly the details that a payout keeps, newest first; at most 200.',
    parameters: [payoutId],
    answer: 'PayoutValidations',
    problems: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  },
  '/api/payouts/{payoutId}/reveal': {
    method: 'post',
    summary: 'The exact request in clear, with its hash and all that belongs to deciding about it; recorded.',
    parameters: [payoutId],
    answer: 'RevealedPayout',
    problems: [...known, 'CROSS_SITE_REQUEST'],
  },
  '/api/payouts/{payoutId}/submit': {
    method: 'post',
    summary: 'Sends a draft or what was returned to review, once all its warnings are confirmed.',
    parameters: [payoutId, versionHeader],
    answer: 'Payout',
    problems: [...acted, 'FIELDS_INVALID', 'WARNINGS_UNCONFIRMED'],
  },
  '/api/payouts/{payoutId}/withdraw': {
    method: 'post',
    summary: 'Takes a payout back out of review; an approval ends.',
    parameters: [payoutId, versionHeader],
    answer: 'Payout',
    problems: acted,
  },
  '/api/payouts/{payoutId}/approve': {
    method: 'post',
    summary: 'Approves exactly the request that was shown. Nobody who entered or changed anything of it can.',
    parameters: [payoutId, versionHeader],
    body: 'Approval',
    answer: 'Payout',
    problems: [...withBody, ...acted, 'OWN_ENTRY', 'APPROVAL_STALE'],
  },
  '/api/payouts/{payoutId}/return': {
    method: 'post',
    summary: 'Gives a payout back, with what is to change. Who entered it takes it back instead.',
    parameters: [payoutId, versionHeader],
    body: 'Return',
    answer: 'Payout',
    problems: [...withBody, ...acted, 'OWN_ENTRY'],
  },
  '/api/exports': [
    {
      method: 'get',
      summary: 'Exports, newest first.',
      parameters: [asked('cursor', { type: 'string' })],
      answer: 'ExportPage',
      problems: ['SIGN_IN_REQUIRED', 'FIELDS_INVALID'],
    },
    {
      method: 'post',
      summary: 'Exports approved payouts, all or none, in the order given. The body may have 1 MiB.',
      parameters: [intentHeader],
      body: 'ExportWrite',
      answer: 'Export',
      status: 201,
      problems: [...withBody, ...known, ...once, 'STATE_CONFLICT', 'ALREADY_EXPORTED'],
    },
  ],
  '/api/exports/{exportId}/file': {
    method: 'get',
    summary:
      'The payout requests as a file: a JSON list, a line of JSON each, or CSV; recorded. Payouts-Left-Out counts those erased since.',
    parameters: [{ ...inPath, name: 'exportId' }, asked('format', { enum: exportFormats })],
    problems: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'FIELDS_INVALID'],
  },
  '/api/overview': {
    method: 'get',
    summary: 'How much there is of everything, for the person who asks.',
    answer: 'Overview',
    problems: ['SIGN_IN_REQUIRED'],
  },
}

/** Their schemas, under the names that the operations use. */
export const payoutApiSchemas: Readonly<Record<string, z.core.$ZodType>> = {
  PayoutSearch: payoutSearchSchema,
  PayoutPage: payoutPageSchema,
  PayoutWarningsQuestion: payoutWarningsSchema,
  Warnings: warningsSchema,
  PayoutWrite: payoutWriteSchema,
  Payout: payoutSchema,
  SavedPayout: savedPayoutSchema,
  RevealedPayout: revealedPayoutSchema,
  PayoutValidations: payoutValidationsSchema,
  Approval: approvalSchema,
  Return: returnSchema,
  ExportWrite: exportWriteSchema,
  Export: exportSchema,
  ExportPage: exportPageSchema,
  Overview: overviewSchema,
}

function asked(name: string, schema: JsonObject): JsonObject {
  return { name, in: 'query', required: false, schema }
}
