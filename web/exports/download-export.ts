import type { ExportFormat } from '#shared/api/payout.ts'

/** Lets the browser save the file of an export. That is recorded. */
export function downloadExport(id: string, format: ExportFormat): void {
  const link = document.createElement('a')
  link.href = `/api/exports/${encodeURIComponent(id)}/file?format=${format}`
  link.download = ''
  link.click()
}
