import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import * as z from 'zod/mini'
import { Skeleton } from '../ui/skeleton.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { getJson } from './api.ts'
import { useMerchant } from './use-merchant.ts'

const sentinelSchema = z.object({
  lastName: z.string(),
  service: z.string(),
  outcome: z.string(),
  description: z.string(),
})

type Sentinel = z.infer<typeof sentinelSchema>

const sandboxSchema = z.object({ sentinels: z.array(sentinelSchema) })

const columns: readonly Column<Sentinel>[] = [
  { title: 'Last name', cell: (row) => <code>{row.lastName}</code> },
  { title: 'Check', cell: (row) => row.service },
  { title: 'Outcome', cell: (row) => row.outcome },
  { title: 'What happens', cell: (row) => row.description },
]

/** Which last names make the sandbox answer what. Only the sandbox has them. */
export function SandboxHelp() {
  const merchant = useMerchant()
  const titleId = useId()
  const isSandbox = merchant.data?.environment === 'sandbox'
  const sandbox = useQuery({
    queryKey: ['sandbox'],
    queryFn: ({ signal }) => getJson('/api/sandbox', sandboxSchema, { signal }),
    enabled: isSandbox,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!isSandbox || sandbox.isError) return null
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>Trying out the checks</h2>
      <p>Each last name below makes the sandbox answer in its own way; any other name matches.</p>
      {sandbox.isSuccess ? (
        <Table
          label="Last names the sandbox knows"
          columns={columns}
          rows={sandbox.data.sentinels}
          rowKey={(row) => `${row.lastName} ${row.service}`}
        />
      ) : (
        <Skeleton lines={8} label="Loading the names" />
      )}
    </section>
  )
}
