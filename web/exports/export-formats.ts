import type { ExportFormat } from '#shared/api/payout.ts'

/** The names of the formats: the same in every language. */
export const formatNames = { json: 'JSON', jsonl: 'JSON Lines', csv: 'CSV' } as const satisfies Record<
  ExportFormat,
  string
>
