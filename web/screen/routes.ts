/** The pattern of every address of the page, by the screen it leads to. */
export const paths = {
  home: '/',
  payouts: '/payouts',
  newPayout: '/payouts/new',
  payout: '/payouts/:id',
  editPayout: '/payouts/:id/edit',
  batches: '/batches',
  batch: '/batches/:id',
  batchReview: '/batches/:id/review',
  import: '/import',
  /** Refused payouts that become the rows of a batch: ?batch= or ?export= says whose. */
  importRefused: '/import/refused',
  sheet: '/batches/:id/sheet',
  review: '/review',
  reviewPayout: '/review/:id',
  exports: '/exports',
  outcomeFile: '/exports/outcomes',
  beneficiaries: '/beneficiaries',
  newBeneficiary: '/beneficiaries/new',
  beneficiary: '/beneficiaries/:id',
  editBeneficiary: '/beneficiaries/:id/edit',
  activity: '/activity',
  rules: '/rules',
  countryRules: '/rules/:country',
  people: '/people',
  settings: '/settings',
  about: '/about',
  account: '/account',
  /** A link of an invitation or of a recovery: its token stands behind the #, which no server is sent. */
  enrol: '/enrol',
  /** Where an identity provider's answer leads that is not one to go on with. */
  signIn: '/sign-in',
} as const

type Path = (typeof paths)[keyof typeof paths]

/** The addresses of one thing each. They hold ids and codes alone, never personal data, so that they can be shared. */
export const addressOf = {
  payout: (id: string) => `/payouts/${segment(id)}` as const,
  editPayout: (id: string) => `/payouts/${segment(id)}/edit` as const,
  batch: (id: string) => `/batches/${segment(id)}` as const,
  /** The approved payouts of a batch, to be exported. */
  batchExport: (id: string) => `/exports?batch=${segment(id)}` as const,
  batchReview: (id: string) => `/batches/${segment(id)}/review` as const,
  sheet: (id: string) => `/batches/${segment(id)}/sheet` as const,
  reviewPayout: (id: string) => `/review/${segment(id)}` as const,
  beneficiary: (id: string) => `/beneficiaries/${segment(id)}` as const,
  editBeneficiary: (id: string) => `/beneficiaries/${segment(id)}/edit` as const,
  /** A new payout to a saved beneficiary. */
  replacePayout: (payoutId: string) => `/payouts/new?replaces=${segment(payoutId)}` as const,
  newPayoutTo: (beneficiaryId: string) => `/payouts/new?beneficiary=${segment(beneficiaryId)}` as const,
  /** An unfinished form, resumed. */
  payoutDraft: (draftId: string) => `/payouts/new?draft=${segment(draftId)}` as const,
  beneficiaryDraft: (draftId: string) => `/beneficiaries/new?draft=${segment(draftId)}` as const,
  countryRules: (country: string) => `/rules/${segment(country)}` as const,
  /** What a country does with one field: where changes, warnings and errors lead. */
  rule: (country: string, field: string) => `/rules/${segment(country)}#${field}` as const,
  /** The whole history of one thing, also who looked at it. */
  activityOf: (thingId: string) => `/activity?thing=${segment(thingId)}&show=everything` as const,
}

function segment(id: string): string {
  return encodeURIComponent(id)
}

/** An address within the page; those with a place for an id come from {@link addressOf}. */
export type Address =
  | Exclude<Path, `${string}:${string}`>
  | ReturnType<(typeof addressOf)[keyof typeof addressOf]>
  | `${Exclude<Path, `${string}:${string}`>}?${string}`
