import { activityActions } from '#shared/api/activity.ts'
import { type JsonObject, type Operation, withBody } from './path-item.ts'

/** People, their unfinished forms, and what is kept of checks and acts. */
export const appOperations: Readonly<Record<string, Operation | readonly Operation[]>> = {
  '/api/session': [
    { method: 'get', summary: 'Who works here, and who else has.', answer: 'Session', problems: [] },
    {
      method: 'post',
      summary: 'Says who one is: the person of this name, entered when new. Sets the cookie that other requests need.',
      body: 'SignIn',
      answer: 'Session',
      problems: withBody,
    },
    { method: 'delete', summary: 'Ends it.', answer: 'Session', problems: ['CROSS_SITE_REQUEST'] },
  ],
  '/api/drafts': {
    method: 'get',
    summary: 'The person’s own unfinished forms, newest first: at most 200, each until it was left alone for 90 days.',
    answer: 'Drafts',
    problems: ['SIGN_IN_REQUIRED'],
  },
  '/api/drafts/{draftId}': [
    {
      method: 'get',
      summary: 'An unfinished form of the person. Another person’s is not found.',
      parameters: [inPath('draftId')],
      answer: 'Draft',
      problems: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
    },
    {
      method: 'put',
      summary:
        'Keeps an unfinished form, of at most 64 KiB: If-None-Match: * the first time, then If-Match with the revision. A repeat of what is kept already is no conflict.',
      parameters: [
        inPath('draftId'),
        { ...asked('If-None-Match', 'The first time.'), in: 'header', schema: { const: '*' } },
        { ...asked('If-Match', 'The ETag of the revision that was seen, such as "3".'), in: 'header' },
      ],
      body: 'DraftWrite',
      answer: 'DraftReceipt',
      problems: [
        ...withBody,
        'SIGN_IN_REQUIRED',
        'NOT_FOUND',
        'TOO_MANY_DRAFTS',
        'VERSION_CONFLICT',
        'VERSION_REQUIRED',
      ],
    },
    {
      method: 'delete',
      summary: 'Throws an unfinished form away, as it was seen.',
      parameters: [
        inPath('draftId'),
        { ...asked('If-Match', 'The ETag of the revision that was seen, such as "3".'), in: 'header', required: true },
      ],
      status: 204,
      problems: ['SIGN_IN_REQUIRED', 'CROSS_SITE_REQUEST', 'NOT_FOUND', 'VERSION_CONFLICT', 'VERSION_REQUIRED'],
    },
  ],
  '/api/beneficiaries/{beneficiaryId}/checks': {
    method: 'get',
    summary: 'What was asked of the provider about a beneficiary, newest first; at most 200.',
    parameters: [inPath('beneficiaryId')],
    answer: 'SavedValidations',
    problems: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
  },
  '/api/activity': {
    method: 'get',
    summary: 'Who did what, newest first, 50 on a page; times in ISO 8601, `to` excluded.',
    parameters: [
      asked('person', 'Id of who did it.'),
      asked('thing', 'Id of what it was done to.'),
      { ...asked('action', 'What was done.'), schema: { enum: activityActions } },
      {
        ...asked('kind', '`changes`: without who came, what was looked at and what was downloaded.'),
        schema: { enum: ['changes'] },
      },
      asked('from', 'From this time on.'),
      asked('to', 'Before this time.'),
      asked('cursor', 'nextCursor of the page before.'),
    ],
    answer: 'ActivityPage',
    problems: ['SIGN_IN_REQUIRED', 'FIELDS_INVALID'],
  },
}

function inPath(name: string): JsonObject {
  return { name, in: 'path', required: true, schema: { type: 'string' } }
}

function asked(name: string, description: string): JsonObject {
  return { name, in: 'query', required: false, description, schema: { type: 'string' } }
}
