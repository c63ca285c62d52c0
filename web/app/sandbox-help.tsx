import { Fragment, type ReactNode, useId } from 'react'
import type { SandboxHelp as Help } from '#shared/api/sandbox-help.ts'
import { useSandbox } from '../api/use-sandbox.ts'
import { say } from '../language/rule-words.ts'
import { t } from '../language/translate.ts'
import { type Column, Table } from '../ui/table.tsx'

type Sentinel = Help['sentinels'][number]

/** Which last names make the sandbox answer what. Only the sandbox has them. */
export function SandboxHelp() {
  const sandbox = useSandbox()
  const titleId = useId()
  if (!sandbox.isSuccess) return null
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{t('about.sandbox.title')}</h2>
      <p>{t('about.sandbox.lead')}</p>
      <Table
        label={t('about.sandbox.label')}
        columns={columns()}
        rows={sandbox.data.sentinels}
        rowKey={(row) => `${row.lastName} ${row.service}`}
      />
    </section>
  )
}

function columns(): readonly Column<Sentinel>[] {
  return [
    { title: t('about.sandbox.lastName'), cell: (row) => <code>{row.lastName}</code> },
    { title: t('about.sandbox.check'), cell: (row) => t(`about.service.${row.service}`) },
    { title: t('about.sandbox.outcome'), cell: (row) => breakable(row.outcome) },
    { title: t('about.sandbox.happens'), cell: (row) => breakable(say(row.description)) },
  ]
}

/** A code that is too long for its line breaks after an underscore: PROVIDER_ PROTOCOL_ ERROR. */
function breakable(text: string): ReactNode {
  return text.split(/(?<=_)/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name, and stay where they are
    <Fragment key={place}>
      {part}
      <wbr />
    </Fragment>
  ))
}
