import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type WorkInProgress as Work, workInProgressSchema } from '#shared/api/own-work.ts'
import { getJson, postJson } from '../api/api.ts'
import { t } from '../language/translate.ts'
import { failureText } from '../sign-in/failure-text.ts'
import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/form.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Section } from '../ui/section.tsx'
import { Table } from '../ui/table.tsx'
import { Badge } from '../ui/tone.tsx'

const queryKey = ['account', 'work'] as const

const lookEveryMs = 5_000

/** Long work that goes on in the person’s name, also what a thief of a session has begun: nothing where there is none. */
export function OwnWork() {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const { data = [] } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await getJson('/api/account/work', workInProgressSchema, { signal })).items,
    refetchInterval: lookEveryMs,
  })
  const stop = useMutation({
    mutationFn: ({ id }: Work) => postJson(`/api/account/work/${id}/stop`, {}, workInProgressSchema),
    onSuccess: ({ items }, work) => {
      queryClient.setQueryData(queryKey, items)
      announce(t('ownAccount.work.stopped', { what: wordsOf(work) }))
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
  if (data.length === 0 && !stop.isError) return null
  return (
    <Section title={t('ownAccount.work.title')}>
      <p>{t('ownAccount.work.lead')}</p>
      <Table
        label={t('ownAccount.work.title')}
        rows={data}
        rowKey={({ id }) => id}
        columns={[
          { title: t('ownAccount.trail.what'), cell: (work) => <What work={work} /> },
          {
            title: t('ownAccount.work.since'),
            named: true,
            cell: ({ since }) => (since === null ? '–' : <Ago at={since} />),
          },
          { title: t('ownAccount.work.from'), named: true, cell: (work) => <From work={work} /> },
          {
            title: t('ownAccount.work.progress'),
            named: true,
            isFigure: true,
            cell: ({ done, count, isChanged }) => (isChanged ? '–' : t('work.soFar', { done, count })),
          },
          {
            title: t('work.stop'),
            cell: (work) => (
              <Button
                small
                busy={stop.isPending}
                label={t('ownAccount.work.stopIt', { what: wordsOf(work) })}
                onClick={() => stop.mutate(work)}
              >
                {t('work.stop')}
              </Button>
            ),
          },
        ]}
      />
      <FailureNotice text={stop.isError ? failureText(stop.error) : undefined} />
    </Section>
  )
}

function wordsOf({ what, isChanged }: Work): string {
  return t('ownAccount.work.what', { what: isChanged ? 'list' : what })
}

interface WorkProps {
  readonly work: Work
}

function What({ work }: WorkProps) {
  return (
    <>
      {wordsOf(work)} {work.isPaused && <Badge>{t('ownAccount.work.paused')}</Badge>}
    </>
  )
}

function From({ work: { session } }: WorkProps) {
  if (session === null) return t('ownAccount.work.unknown')
  const { device, isThis, isOver } = session
  return (
    <>
      {device} {isThis && <Badge>{t('ownAccount.sessions.this')}</Badge>}
      {isOver && <Badge tone="warning">{t('ownAccount.work.over')}</Badge>}
    </>
  )
}
