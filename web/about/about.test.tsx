import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openPage, openPageAs, staffName } from '../testing/page-under-test.tsx'
import { BackupSummary, WitnessSummary } from './about.tsx'
import { WebhookSummary } from './about-webhooks.tsx'

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

it('the About page says when webhooks were last delivered, that the last attempt failed, and what was given up', () => {
  const calm = { deliveredAt: ago(20), failedAt: ago(90), waiting: 0, overdue: 0, setAside: 0 }
  const { container, rerender } = render(<WebhookSummary {...calm} />)
  expect(container.textContent).toBe('Last delivery20 min. agoWaiting0')
  rerender(<WebhookSummary deliveredAt={null} failedAt={ago(10)} waiting={3} overdue={3} setAside={2} />)
  expect(container.textContent).toBe(
    'Last deliverynone yetThe last attempt failed (10 min. ago). Admins see why under Settings.Waiting3Set aside after three days2',
  )
})

it('the About page names webhooks only where they are on', async () => {
  await openPage('/about')
  await screen.findByText(/makes no backups by itself/)
  expect(screen.queryByRole('heading', { name: 'Webhooks' })).toBeNull()
  await openPageAs({ name: staffName('Vera'), roles: ['viewer'] }, '/about')
  await screen.findByRole('heading', { name: 'Webhooks' })
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
