import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FailedMail, failedMailsSchema } from '#shared/api/mail.ts'
import { getJson, postJson, reasonOf } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { t } from '../language/translate.ts'
import { LoadAgain } from '../screen/load-again.tsx'
import { useMay } from '../session/use-may.tsx'
import { useStaffNames } from '../session/use-staff-names.ts'
import { Ago, ExactTime } from '../ui/ago.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/form.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Badge } from '../ui/tone.tsx'

/** The mails that were tried in vain, with a button that sends again what was set aside. */
export function FailedMails({ setAside }: { readonly setAside: number }) {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const mayManage = useMay('manage')
  const nameOf = useStaffNames()
  const failed = useQuery({
    queryKey: ['failed-mails'],
    queryFn: async ({ signal }) => (await getJson('/api/mail/failed', failedMailsSchema, { signal })).items,
    refetchInterval: 60_000,
  })
  const sending = useMutation({
    mutationFn: () => postJson('/api/mail/retry', undefined, failedMailsSchema),
    onSuccess: () => announce(t('about.mail.sentAgain')),
    onSettled: () => invalidateAll(queryClient),
  })
  return (
    <>
      {failed.data === undefined && failed.isError && <LoadAgain title={reasonOf(failed.error)} query={failed} />}
      {failed.data !== undefined && failed.data.length > 0 && (
        <Table
          label={t('about.mail.failed')}
          rows={failed.data}
          rowKey={({ id }) => id}
          columns={columns(nameOf)}
          isDense
        />
      )}
      {setAside > 0 && mayManage && (
        <Actions>
          <Button busy={sending.isPending} onClick={() => sending.mutate()}>
            {t('about.mail.sendAgain', { count: setAside })}
          </Button>
        </Actions>
      )}
      <FailureNotice text={sending.error === null ? undefined : reasonOf(sending.error)} />
    </>
  )
}

function columns(nameOf: (person: FailedMail['person']) => string): readonly Column<FailedMail>[] {
  return [
    { title: t('about.mail.person'), cell: ({ person }) => nameOf(person) },
    { title: t('about.mail.topic'), cell: ({ topic }) => t('about.mail.about', { topic }) },
    {
      title: t('about.mail.state'),
      cell: ({ state }) => (
        <Badge tone={state === 'set_aside' ? 'warning' : 'info'}>{t('about.mail.stateIs', { state })}</Badge>
      ),
    },
    {
      title: t('about.mail.why'),
      named: true,
      cell: ({ why, status }) => t('about.mail.trouble', { why, status: status === null ? 'none' : String(status) }),
    },
    { title: t('about.mail.attempts'), named: true, isFigure: true, cell: ({ attempts }) => attempts },
    { title: t('about.mail.lastAttempt'), named: true, cell: ({ at }) => (at === null ? '–' : <Ago at={at} />) },
    {
      title: t('about.mail.nextAttempt'),
      named: true,
      cell: ({ nextAt }) => (nextAt === null ? '–' : <ExactTime at={nextAt} />),
    },
  ]
}
