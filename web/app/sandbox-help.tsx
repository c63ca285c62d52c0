import { useId } from 'react'
import type { SandboxHelp as Help } from '#shared/api/sandbox-help.ts'
import { type Column, Table } from '../ui/table.tsx'
import { useSandbox } from './use-sandbox.ts'

type Sentinel = Help['sentinels'][number]

const columns: readonly Column<Sentinel>[] = [
  { title: 'Last name', cell: (row) => <code>{row.lastName}</code> },
  { title: 'Check', cell: (row) => row.service },
  { title: 'Outcome', cell: (row) => row.outcome },
  { title: 'What happens', cell: (row) => row.description },
]

/** Which last names make the sandbox answer what. Only the sandbox has them. */
export function SandboxHelp() {
  const sandbox = useSandbox()
  const titleId = useId()
  if (!sandbox.isSuccess) return null
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>Trying out the checks</h2>
      <p>Each last name below makes the sandbox answer in its own way; any other name matches.</p>
      <Table
        label="Last names the sandbox knows"
        columns={columns}
        rows={sandbox.data.sentinels}
        rowKey={(row) => `${row.lastName} ${row.service}`}
      />
    </section>
  )
}
