import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Beneficiary, beneficiaryReceiptSchema } from '#shared/api/beneficiary.ts'
import { postForText, postJson } from '../api/api.ts'
import { invalidateAll } from '../api/invalidate-all.ts'

export type Act = 'archive' | 'restore' | 'erase'

/** Archiving, restoring and erasing: each for the version that was shown. */
export function useAct({ id, version }: Beneficiary) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (act: Act) =>
      postJson(
        `/api/beneficiaries/${id}/${act}`,
        act === 'erase' ? { confirm: true } : undefined,
        beneficiaryReceiptSchema,
        {
          version,
        },
      ),
    // Also after a refusal: what is shown may be what somebody has changed since.
    onSettled: () => invalidateAll(queryClient),
  })
}

/** Everything that is held about one person, as a file; the server records who took it. */
export function usePersonalData({ id }: Beneficiary) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      // With the day, and without the name: it tells nobody whose it is.
      const name = `personal-data-${new Date().toISOString().slice(0, 10)}.json`
      saveFile(name, await postForText(`/api/beneficiaries/${id}/personal-data`), 'application/json')
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['activity'] }),
  })
}

/** Hands a text to the browser as a download. */
function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
