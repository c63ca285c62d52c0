/** The address pattern of every screen. */
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
  /** Refused payouts that become the rows of a batch, those of ?batch= or ?export=. */
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
  detailsLinks: '/details-links',
  activity: '/activity',
  notifications: '/notifications',
  rules: '/rules',
  countryRules: '/rules/:country',
  people: '/people',
  firstDays: '/people/first-days',
  settings: '/settings',
  webhooks: '/settings/webhooks',
  about: '/about',
  account: '/account',
  /** The link of an invitation or a recovery: its token is after the #, which is not sent to servers. */
  enrol: '/enrol',
  /** Where a failed answer of an identity provider leads. */
  signIn: '/sign-in',
} as const

type Path = (typeof paths)[keyof typeof paths]

/** The addresses of single things. They contain only ids and codes, never personal data, so that they can be shared. */
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
  /** The use of one field in a country: the target of changes, warnings and errors. */
  rule: (country: string, field: string) => `/rules/${segment(country)}#${field}` as const,
  /** The whole history of one thing, including who viewed it. */
  activityOf: (thingId: string) => `/activity?thing=${segment(thingId)}&show=everything` as const,
}

function segment(id: string): string {
  return encodeURIComponent(id)
}

/** An address within the page; those with an id come from {@link addressOf}. */
export type PageAddress =
  | Exclude<Path, `${string}:${string}`>
  | ReturnType<(typeof addressOf)[keyof typeof addressOf]>
  | `${Exclude<Path, `${string}:${string}`>}?${string}`
