import { render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { goTo, openPage, openPageAs, staffName } from '../testing/page-under-test.tsx'
import { BackupSummary, WitnessSummary } from './about.tsx'
import { WaySummary } from './about-deliveries.tsx'

const daily = { everyMinutes: 1_440, keep: 14 }

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

it('the About page says that a server without BACKUP_DIR makes no automatic backups', async () => {
  await openPage('/about')
  const note = await screen.findByText(/makes no backups by itself/)
  expect(note.closest('p')?.textContent).toContain('To change that, set BACKUP_DIR;')
})

it('the About page says how old the newest backup is, and how often there is one', () => {
  const last = { outcome: 'made', startedAt: ago(125), endedAt: ago(124) } as const
  const { container } = render(<BackupSummary schedule={daily} madeAt={last.startedAt} last={last} />)
  expect(container.textContent).toBe('Newest backup2 hr. agoScheduleevery day; the newest 14 are kept')
})

it('the About page says that the last backup failed, and how old the one before is', () => {
  const last = { outcome: 'failed', startedAt: ago(10), endedAt: ago(9) } as const
  const { container, rerender } = render(<BackupSummary schedule={daily} madeAt={ago(3_000)} last={last} />)
  const failed = 'The last attempt failed (10 min. ago). The server’s log says why.'
  expect(container.textContent).toBe(`Newest backup2 days ago${failed}Scheduleevery day; the newest 14 are kept`)
  rerender(<BackupSummary schedule={{ everyMinutes: 90, keep: 2 }} madeAt={null} last={last} />)
  expect(container.textContent).toBe(`Newest backupnone yet${failed}Scheduleevery 90 minutes; the newest 2 are kept`)
})

it('the About page says when the audit log was last witnessed, and that the last attempt failed', () => {
  const { container, rerender } = render(<WitnessSummary witnessedAt={ago(20)} failedAt={null} />)
  expect(container.textContent).toBe('Last sent to the witness of the audit log20 min. ago')
  rerender(<WitnessSummary witnessedAt={null} failedAt={ago(10)} />)
  expect(container.textContent).toBe(
    'Last sent to the witness of the audit lognothing yetThe last attempt failed (10 min. ago). The server’s log says why.',
  )
})

it('the About page says when something was last delivered and last failed, what is late and what was given up', () => {
  const way = { title: 'Mail', seeWhy: 'Look at the log.' }
  const calm = { deliveredAt: ago(20), failedAt: null, waiting: 0, overdue: 0, setAside: 0 }
  const { container, rerender } = render(<WaySummary {...way} summary={calm} />)
  expect(container.textContent).toBe('MailLast delivery20 min. agoWaiting0')
  const bad = { deliveredAt: null, failedAt: ago(10), waiting: 5, overdue: 3, setAside: 2 }
  rerender(<WaySummary {...way} summary={bad} />)
  expect(container.textContent).toBe(
    'MailLast deliverynone yetLast failed attempt: 10 min. ago. Look at the log.Waiting5Of these, late3Set aside2',
  )
  rerender(<WaySummary {...way} summary={{ ...bad, deliveredAt: ago(0) }} />)
  expect(container.textContent).toContain('Last failed attempt: 10 min. ago.')
})

it('the About page names webhooks and mail only where they are on', async () => {
  await openPage('/about')
  await screen.findByText(/makes no backups by itself/)
  for (const name of ['Webhooks', 'Mail']) expect(screen.queryByRole('heading', { name })).toBeNull()
  await openPageAs({ name: staffName('Vera'), roles: ['viewer'] }, '/about')
  await screen.findByRole('heading', { name: 'Webhooks' })
  screen.getByRole('heading', { name: 'Mail' })
})

it('An admin sees whose mails were rejected and why, and sends them again', async () => {
  const name = staffName('Rita')
  await openPageAs({ name, roles: ['reviewer'], email: 'rita@refused.example' }, '/about')
  const user = await openPageAs({ name: staffName('Ada'), roles: ['admin'] }, '/people')
  await user.click(await screen.findByRole('button', { name: `Suspend: ${name}` }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Suspend' }))
  const failed = async () => (await fetch('/api/mail/failed')).text()
  await vi.waitFor(async () => expect(await failed()).toContain(name), 20_000)
  goTo('/about')
  const table = await screen.findByRole('table', { name: 'Mails that were not accepted' })
  const row = (await within(table).findByText(new RegExp(name))).closest('tr')
  expect(row?.textContent).toMatch(/their own account.*set aside.*rejected for good \(550\)/)
  await user.click(screen.getByRole('button', { name: /^Send the (mail|# mails) set aside again$/ }))
  await screen.findByText('Sending again what was set aside.')
})

it('the About page loads sample data in the sandbox, and removes them after a question', async () => {
  const user = await openPage('/about')
  await user.click(await screen.findByRole('button', { name: 'Load sample data' }))
  await screen.findByText('Sample data loaded.')
  await user.click(await screen.findByRole('button', { name: 'Remove sample data' }))
  await screen.findByText(/This cannot be undone/)
  expect(screen.queryByText('Sample data removed.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await screen.findByText('Sample data removed.')
  await screen.findByRole('button', { name: 'Load sample data' })
})
