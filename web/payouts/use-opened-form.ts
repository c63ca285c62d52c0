import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OpenedForm } from './opened-form.ts'

export type Opening = ReturnType<typeof useOpenedForm<OpenedForm>>

/** Opens a form once a visit: each visit finds what was last kept, and an open form is not opened again under the hands. */
export function useOpenedForm<Opened extends OpenedForm>(what: readonly unknown[], open: () => Promise<Opened>) {
  const [visit] = useState(() => crypto.randomUUID())
  return useQuery({
    queryKey: ['opened-form', visit, ...what],
    queryFn: open,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // It holds functions, which cannot be compared.
    structuralSharing: false,
  })
}
