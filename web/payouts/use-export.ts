import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type ExportFormat, exportSchema, givenExportSchema, type PayoutExport } from '#shared/api/export.ts'
import { ApiProblem, getJson, postJson } from '../api/api.ts'
import { download } from '../api/download.ts'
import { invalidateAll } from '../api/queries.ts'

type ExportRequest = { readonly format: ExportFormat; readonly again: boolean; readonly leaveOut?: true } & (
  | { readonly payoutIds: readonly string[] }
  | { readonly batchId: string }
  | { readonly all: 'approved' | 'own' }
)

/**
 * Marks payouts as exported and downloads their file. Two clicks, or a repeat after a lost answer, make one export. While one of many is
 * being prepared, `underWay` says how far it is.
 */
export function useExport() {
  const queryClient = useQueryClient()
  const intent = useRef({ request: '', key: '' })
  const [underWay, setUnderWay] = useState<PayoutExport>()
  const exporting = useMutation({
    async mutationFn(request: ExportRequest) {
      const text = JSON.stringify(request)
      if (intent.current.request !== text) intent.current = { request: text, key: crypto.randomUUID() }
      const begun = await postJson('/api/exports', request, givenExportSchema, { idempotencyKey: intent.current.key })
      const made = await settled(begun, setUnderWay)
      intent.current = { request: '', key: '' }
      await downloadExport(made.id, made.format)
      return { ...made, leftOut: begun.leftOut ?? [] }
    },
    onSettled: () => {
      setUnderWay(undefined)
      void invalidateAll(queryClient)
    },
  })
  return { ...exporting, underWay }
}

const lookEveryMs = 700

/** @throws ApiProblem where the export failed */
async function settled(begun: PayoutExport, show: (now: PayoutExport) => void): Promise<PayoutExport> {
  for (let now = begun; ; ) {
    if (now.problem !== null) throw new ApiProblem({ ...ofExport, ...now.problem }, undefined)
    if (now.state === 'made') return now
    show(now)
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    now = await getJson(`/api/exports/${encodeURIComponent(now.id)}`, exportSchema)
  }
}

/** Defaults for the problem of a failed export, which has fewer members than others. */
const ofExport = { type: 'about:blank', title: '', status: 409, retryable: false, requestId: '' }

/** Downloads the file of an export, which is audited. */
export async function downloadExport(id: string, format: ExportFormat): Promise<void> {
  await download(`/api/exports/${encodeURIComponent(id)}/file?format=${format}`)
}

/** The names of the formats: the same in every language. */
export const formatNames = { json: 'JSON', jsonl: 'JSON Lines', csv: 'CSV', xlsx: 'XLSX' } as const satisfies Record<
  ExportFormat,
  string
>
