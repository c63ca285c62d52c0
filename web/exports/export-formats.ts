import type { ExportFormat } from '#shared/api/payout.ts'

/** The formats, with what each is for. */
export const exportFormatWords: Readonly<Record<ExportFormat, { readonly label: string; readonly detail: string }>> = {
  json: { label: 'JSON', detail: 'one list of requests, to send' },
  jsonl: { label: 'JSON Lines', detail: 'a request a line, to send' },
  csv: {
    label: 'CSV',
    detail: 'to look at in a spreadsheet: numbers carry an apostrophe so that it keeps them. Send the JSON.',
  },
}
