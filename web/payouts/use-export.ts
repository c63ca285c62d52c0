import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type ExportFormat, exportSchema, givenExportSchema, type PayoutExport } from '#shared/api/export.ts'
import { ApiProblem, getJson, headOf, postJson, UnreadableAnswer } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { signInGate, stepUpGate } from '../api/sign-in-gate.ts'

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

/**
 * Downloads the file of an export, which is audited. If the server would refuse, such as for a missing proof of identity, that is resolved
 * first on this page.
 */
export async function downloadExport(id: string, format: ExportFormat): Promise<void> {
  const link = document.createElement('a')
  link.href = `/api/exports/${encodeURIComponent(id)}/file?format=${format}`
  link.download = ''
  await settleRefusal(link.href)
  link.click()
}

/** The status of a HEAD response alone shows whether to sign in again (401) or to confirm one's identity (403). */
async function settleRefusal(path: string): Promise<void> {
  try {
    await headOf(path)
  } catch (error) {
    const status = error instanceof UnreadableAnswer ? error.status : undefined
    const isSettled = (status === 401 && (await signInGate.ask())) || (status === 403 && (await stepUpGate.ask()))
    if (!isSettled) throw error
  }
}

/** The names of the formats: the same in every language. */
export const formatNames = { json: 'JSON', jsonl: 'JSON Lines', csv: 'CSV', xlsx: 'XLSX' } as const satisfies Record<
  ExportFormat,
  string
>
