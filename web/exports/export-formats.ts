import type { ExportFormat } from '#shared/api/payout.ts'

/** The formats, with what each is for. */
export const exportFormatWords: Readonly<Record<ExportFormat, { readonly label: string; readonly detail: string }>> = {
  json: { label: 'JSON', detail: 'one list of requests' },
  jsonl: { label: 'JSON Lines', detail: 'a request a line' },
  csv: { label: 'CSV', detail: 'for spreadsheets' },
}
