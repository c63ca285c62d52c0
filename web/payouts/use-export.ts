import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ExportFormat, exportSchema } from '#shared/api/payout.ts'
import { postJson } from '../api/api.ts'
import { invalidateAll } from '../api/invalidate-all.ts'

interface ExportWish {
  readonly payoutIds: readonly string[]
  readonly format: ExportFormat
  readonly again: boolean
}

/** Marks payouts as exported and downloads their file. Pressed twice, or sent again after a lost answer, it is one export. */
export function useExport() {
  const queryClient = useQueryClient()
  const intent = useRef({ wish: '', key: '' })
  return useMutation({
    async mutationFn(wish: ExportWish) {
      const text = JSON.stringify(wish)
      if (intent.current.wish !== text) intent.current = { wish: text, key: crypto.randomUUID() }
      const made = await postJson('/api/exports', wish, exportSchema, { idempotencyKey: intent.current.key })
      intent.current = { wish: '', key: '' }
      downloadExport(made.id, made.format)
      return made
    },
    onSettled: () => void invalidateAll(queryClient),
  })
}

/** Lets the browser save the file of an export. That is recorded. */
export function downloadExport(id: string, format: ExportFormat): void {
  const link = document.createElement('a')
  link.href = `/api/exports/${encodeURIComponent(id)}/file?format=${format}`
  link.download = ''
  link.click()
}
