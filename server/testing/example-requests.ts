import { validationJobSchema } from '#shared/api/batch-validation.ts'
import { listJobSchema } from '#shared/api/list-job.ts'
import { proposalsSchema } from '#shared/api/proposals.ts'
import type { Route } from '../http/route.ts'
import { writeCursor } from '../kernel/page-cursor.ts'
import { account, ana } from './client-under-test.ts'
import { approve, enter, payoutIn, payoutWrite } from './payouts.ts'
import type { Answer, TestApp, Visitor } from './test-app.ts'

/** What a good request to a route holds. */
export interface Example {
  readonly address: string
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** Good requests to every route of an app, about things that are there. */
export interface Examples {
  /** By the names of the schemas. */
  readonly bodies: Readonly<Record<string, unknown>>
  /** The address of a route; `id` in place of one that is there. */
  addressOf(route: Route, id?: string): string
  /** With the version that the thing has now. */
  of(route: Route): Promise<Example>
}

/** Enters what the examples are about: a payout with its beneficiary, a draft, an export, and a validation in test mode. */
export async function examplesIn(app: TestApp): Promise<Examples> {
  const { id: payoutId, beneficiaryId } = payoutIn(await app.post('/api/payouts', payoutWrite()))
  const approved = await approve(app.as('Bruno Lima'), await enter(app, payoutWrite(undefined, { submit: true })))
  const write = { payoutIds: [approved.id], format: 'csv', again: false }
  const { location = '' } = (await app.post('/api/exports', write)).headers
  const draftId = crypto.randomUUID()
  await app.put(`/api/drafts/${draftId}`, { kind: 'payout', subjectId: null, content: 1 }, { 'if-none-match': '*' })
  const [proposal] = proposalsSchema.parse(
    (await app.as('Bruno Lima').post('/api/approval-policy/proposals', { currencies: {} })).json,
  ).items
  const batch = { name: 'July', source: { kind: 'file', name: 'july.csv' }, rowsGiven: 2 }
  const { location: batchAddress = '' } = (await app.post('/api/batches', batch)).headers
  await app.put(`${batchAddress}/sheet`, { head: {} }, { 'if-none-match': '*' })
  const batchId = `${batchAddress}`.split('/')[3] ?? ''
  const start = { ...wish, asksAgain: true, billed: 0 }
  const { json: job } = await app.post(`/api/batches/${batchId}/validations`, start)
  const { json: listJob } = await app.post('/api/outcome-jobs', {
    list: { from: 0, count: 2 },
    outcomes: [{ payoutId, ...refused }],
  })
  await app.put('/api/bank-names/PE-0029', { name: 'Yape' }, { 'if-none-match': '*' })
  await app.post('/api/identity-validations', { ...ana, testMode: true }, { 'idempotency-key': 'a-key' })
  const ids: Readonly<Record<string, string>> = {
    '/api/payouts/:id': payoutId,
    '/api/beneficiaries/:id': beneficiaryId,
    '/api/batches/:id': batchId,
    '/api/validation-jobs/:id': validationJobSchema.parse(job).id,
    '/api/jobs/:id': listJobSchema.parse(listJob).id,
    '/api/drafts/:id': draftId,
    '/api/bank-names/:id': 'PE-0029',
    '/api/amount-limits/:id': 'KES',
    '/api/proposals/:id': proposal?.id ?? '',
    '/api/exports/:id': `${location}`.split('/')[3] ?? '',
    '/api/account/sessions': 'a-session',
    '/api/account/work': 'a-job',
    '/api/rules/:country': 'BR',
    '/api/validations/:idempotencyKey': 'a-key',
  }
  const bodies = goodBodies(payoutId, beneficiaryId, draftId)
  const thingOf = ({ path }: Route) => path.split('/').slice(0, 4).join('/')
  const addressOf = (route: Route, id = ids[thingOf(route)] ?? '') =>
    route.path.replace(/:\w+/, () => encodeURIComponent(id))
  return {
    bodies,
    addressOf,
    async of(route) {
      const address = addressOf(route)
      const key = route.isIdempotent === true ? { 'idempotency-key': crypto.randomUUID() } : {}
      const { etag } =
        route.version === undefined ? {} : (await app.get(address.split('/').slice(0, 4).join('/'))).headers
      const version = route.version === undefined ? {} : { 'if-match': `${etag}` }
      return { address, body: route.body && bodies[route.body.name], headers: { ...key, ...version } }
    },
  }
}

/** Sends an example as it is, or with parts of it spoiled: a body that is a text already goes as it is. */
export function sendTo(visitor: Visitor, { method }: Route, { address, body, headers }: Example): Promise<Answer> {
  if (body === undefined) return visitor.send(methods[method], address, { headers })
  return visitor.send(methods[method], address, {
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const methods = { get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' } as const

const wish = { services: ['identity', 'bank'], choice: 'new', rows: [{ from: 1, to: 9 }], testMode: true }
const window = {
  from: '2026-01-01T00:00:00.000Z',
  to: '2027-01-01T00:00:00.000Z',
  amount: { currencyCode: 'BRL', min: '1', max: '1000.50' },
}

const refused = {
  outcome: 'refused',
  words: 'Account closed',
  paidAmount: '1.5',
  paidCurrencyCode: 'BRL',
  settlementAmount: '0.3',
  settlementCurrencyCode: 'USD',
}

const mailChoice = { language: 'fr', timeZone: 'America/Bogota', review: 'hourly', returned: 'daily', admin: 'off' }
const notificationBodies = { ReadNotifications: { ids: ['a-notification'] }, NotificationSettings: mailChoice }

/** Each with every field that it can have. */
export function goodBodies(
  payoutId: string,
  beneficiaryId: string,
  draftId: string,
): Readonly<Record<string, unknown>> {
  const draft = { id: draftId, revision: 1 }
  const search = { text: 'ana', country: 'BR', limit: 5 }
  const validation = { testMode: true, beneficiaryId }
  return {
    SignIn: { name: 'Ana Souza' },
    PolicyProposal: { currencies: { KES: [{ above: '10000', approvals: 2, appliesTo: 'day' }] } },
    DraftWrite: {
      kind: 'payout',
      subjectId: payoutId,
      content: { form: { entries: { BR: beneficiary } }, chosenBeneficiary: { id: 'b' } },
    },
    ...{ ...goodBatchBodies(payoutId, beneficiaryId), ...notificationBodies },
    BeneficiarySearch: { ...search, cursor: cursorOf('beneficiaries'), status: 'active', samples: true },
    BeneficiaryWrite: { entry: beneficiary, confirmed, draft },
    Reveal: { purpose: 'view' },
    Erase: { confirm: true },
    PayoutSearch: {
      samples: true,
      ...search,
      cursor: cursorOf('payouts by amount'),
      state: 'draft',
      beneficiaryId,
      batchId: 'a-batch',
      exportId: 'an-export',
      alone: true,
      canApprove: true,
      toReview: false,
      personId: 'somebody',
      ...window,
      warnings: 'none',
      outcome: 'paid',
      sort: 'amount',
      direction: 'asc',
      totals: true,
    },
    OutcomeChecks: { payouts: [{ payoutId }] },
    OutcomesWrite: { outcomes: [{ payoutId, ...refused }], file: 'outcomes.csv' },
    OutcomesJob: { outcomes: [{ payoutId, ...refused }], file: 'outcomes.csv', list },
    RefusedPayoutsSearch: { exportId: 'an-export', batchId: 'a-batch', cursor: cursorOf('refused payouts') },
    PayoutMarksQuestion: { payoutIds: [payoutId] },
    ReviewLinesRequest: { ids: [payoutId] },
    ReferenceQuestion: { externalReference: 'R-1', payoutId },
    PayoutWarningsQuestion: { entry, beneficiaryId, payoutId, replaces: payoutId, once: true },
    PayoutWrite: {
      beneficiary: { id: beneficiaryId, version: 1, once: true },
      entry,
      unreadAmount: '50,000',
      confirmed,
      submit: false,
      draft,
    },
    Approval: { requestHash: 'hash', warningsHash: 'hash', confirmed, signatureId: 'signature' },
    Return: { comment: 'Look again' },
    PayoutList: { payouts: [{ id: payoutId, version: 1 }] },
    WebhookWrite: { url: 'https://erp.example.com/in', types: ['payout.approved'] },
    ...plainBodies,
    ExportWrite: { payoutIds: [payoutId, 'another'], format: 'csv', again: false, leaveOut: false },
    PayoutEntry: entry,
    IdentityValidation: { ...ana, ...validation },
    SavedQuestion: { service: 'identity', testMode: true },
    ValidationSearch: { entry },
    BankValidation: { ...account, ...validation, bankName: '', accountAgencyNumber: '', accountTypeCode: '' },
  }
}

function cursorOf(list: Parameters<typeof writeCursor>[0]): string {
  return writeCursor(list, 'a', 'b')
}

function goodBatchBodies(payoutId: string, beneficiaryId: string): Readonly<Record<string, unknown>> {
  const beneficiaryOnce = { id: beneficiaryId, version: 1, once: true }
  const rows = [{ row: 1, beneficiary: beneficiaryOnce, entry, confirmed, replaces: payoutId }]
  return {
    BatchWrite: { name: 'August', source: { kind: 'paste', name: 'Sheet 1' }, rowsGiven: 3, makes: 'payouts' },
    ApprovedList: { root: hash, count: 1, batchId: 'a-batch' },
    ApprovalJob: {
      ...{ root: hash, batchId: 'a-batch', signatureId: 'signature', list },
      payouts: [{ ...listed, id: payoutId }],
    },
    BatchRows: { rows },
    RowsJob: { batchId: 'a-batch', list, rows },
    BatchChecks: { rows: [{ row: 1, entry, beneficiary: beneficiaryOnce }], makes: 'payouts' },
    BatchSubmission: { payouts: [{ id: payoutId, version: 1, confirmed }] },
    ActJob: { act: 'submit', batchId: 'a-batch', list, payouts: [{ id: payoutId, version: 1, row: 1, confirmed }] },
    ReturnJob: { list, payouts: [{ id: payoutId, version: 1, row: 1, confirmed }], comment: 'Look again' },
    BatchFinish: { refused: 1, skipped: 1 },
    ValidationWish: wish,
    ValidationStart: { ...wish, asksAgain: true, billed: 0 },
    ValidationResume: { billed: 0 },
    AcceptedDamages: {
      accepted: [{ column: 'CLABE', field: 'accountNumber', code: 'zeros_lost', taken: 'probable', count: 12 }],
    },
    SheetHead: { head: { fields: ['country', 'amount'] } },
    SheetPartsWrite: { parts: [{ part: 0, revision: 0, rows: [{ row: 1, cells: { country: 'BR' } }] }] },
  }
}

const list = { jobId: 'a-job', from: 0, count: 1 }
const hash = 'A'.repeat(43)
const listed = { version: 1, requestHash: hash, warningsHash: hash, confirmedKinds: ['duplicate_payout'] }
const confirmed = [{ warningId: 'a warning', reason: 'Seen on paper' }]
/** Those that name nothing else. */
const plainBodies = {
  BankNameWrite: { name: 'Yape' },
  AmountLimitWrite: { amount: '50000' },
  CallBackWrite: {
    number: '+55 81 3333-4444',
    numberFrom: 'contract',
    calledAt: '2026-11-21T12:00:00.000Z',
    result: 'confirmed',
    spokeTo: 'Ana',
    words: 'The new account',
  },
}
const beneficiary = {
  country: 'BR',
  method: 'bank',
  beneficiaryType: 'person',
  beneficiaryFirstName: 'Ana',
  beneficiaryLastName: 'Souza',
  email: 'a@example.com',
  city: 'Recife',
  phone: '+55 81 91234-5678',
  documentType: '1',
  documentNumber: '11144477735',
  recipientPixKey: '11144477735',
  bankName: '001',
  accountAgencyNumber: '4321',
  accountNumber: '987654-3',
  payoutAccountTypeCode: '0002',
  validationDocumentNumber: '11144477735',
  validationAgency: '4321',
  validationAccountKind: 'checking',
}
const entry = {
  ...beneficiary,
  note: 'Paid twice a year',
  amount: '10',
  currencyCode: 'BRL',
  CurrencyCode: 'BRL',
  PaymentReason: 'Rent',
  externalReference: 'R-1',
  NotificationUrl: 'https://hooks.example/a',
  TermsApproved: true,
  testMode: true,
}
