import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ExportFormat, exportSchema } from '#shared/api/payout.ts'
import { postJson } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'

interface ExportRequest {
  readonly payoutIds: readonly string[]
  readonly format: ExportFormat
  readonly again: boolean
}

/** Marks payouts as exported and downloads their file. Two clicks, or a repeat after a lost answer, make one export. */
export function useExport() {
  const queryClient = useQueryClient()
  const intent = useRef({ request: '', key: '' })
  return useMutation({
    async mutationFn(request: ExportRequest) {
      const text = JSON.stringify(request)
      if (intent.current.request !== text) intent.current = { request: text, key: crypto.randomUUID() }
      const made = await postJson('/api/exports', request, exportSchema, { idempotencyKey: intent.current.key })
      intent.current = { request: '', key: '' }
      downloadExport(made.id, made.format)
      return made
    },
    onSettled: () => void invalidateAll(queryClient),
  })
}

/** Downloads the file of an export, which is audited. */
export function downloadExport(id: string, format: ExportFormat): void {
  const link = document.createElement('a')
  link.href = `/api/exports/${encodeURIComponent(id)}/file?format=${format}`
  link.download = ''
  link.click()
}

/** The names of the formats: the same in every language. */
export const formatNames = { json: 'JSON', jsonl: 'JSON Lines', csv: 'CSV' } as const satisfies Record<
  ExportFormat,
  string
>
