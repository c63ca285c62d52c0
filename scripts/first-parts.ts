/** What is there before the later words and the later styles are: everything else opens by `laterScreen`, which waits for both. */
export const firstParts = {
  page: ['web/index.html', 'web/app/main.tsx'],
  list: ['web/payouts/payout-list.tsx'],
  form: ['web/payouts/payout-editor.tsx'],
  /** Loads by itself, and is seen by who has nothing else yet. */
  alone: ['web/session/who-is-working.tsx', 'web/payouts/request-view.tsx'],
} as const
