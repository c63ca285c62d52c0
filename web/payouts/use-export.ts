import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ExportFormat, exportSchema } from '#shared/api/payout.ts'
import { headOf, postJson, UnreadableAnswer } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { signInGate, stepUpGate } from '../api/sign-in-gate.ts'

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
      await downloadExport(made.id, made.format)
      return made
    },
    onSettled: () => void invalidateAll(queryClient),
  })
}

/** Downloads the file of an export, which is audited. What is in the way, such as a proof that is too old, is settled before on this page. */
export async function downloadExport(id: string, format: ExportFormat): Promise<void> {
  const link = document.createElement('a')
  link.href = `/api/exports/${encodeURIComponent(id)}/file?format=${format}`
  link.download = ''
  await settleRefusal(link.href)
  link.click()
}

/** An answer to HEAD says by its status alone that one is to sign in again (401), or to prove once more who one is (403). */
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
export const formatNames = { json: 'JSON', jsonl: 'JSON Lines', csv: 'CSV' } as const satisfies Record<
  ExportFormat,
  string
>
