import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type ApiToken, tokensSchema } from '#shared/api/tokens.ts'
import { deleteJson, getJson, reasonOf } from '../api/api.ts'
import { t } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { LoadAgain } from '../screen/load-again.tsx'
import { useSession } from '../session/use-session.ts'
import { Ago, ExactTime } from '../ui/ago.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/form.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Name } from '../ui/name.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { Badge } from '../ui/tone.tsx'
import { MakeToken, scopeWords } from './make-token.tsx'
import styles from './settings.module.css'

const queryKey = ['tokens'] as const

/** The tokens by which the merchant's own programs sign in. In local mode there are none: a program chooses a name, too. */
export function ApiTokens() {
  const titleId = useId()
  const isLocal = useSession().data?.signIn === 'local'
  const tokens = useQuery({
    queryKey,
    enabled: !isLocal,
    queryFn: async ({ signal }) => (await getJson('/api/tokens', tokensSchema, { signal })).items,
  })
  const [isMaking, setIsMaking] = useState(false)
  if (isLocal) return null
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{t('settings.tokens.title')}</h2>
      <p>{t('settings.tokens.why')}</p>
      {tokens.isPending && <Skeleton lines={3} label={t('settings.tokens.loading')} />}
      {tokens.isError && (
        <LoadAgain title={t('settings.tokens.failed', { reason: reasonOf(tokens.error) })} query={tokens} />
      )}
      {tokens.isSuccess && tokens.data.length === 0 && <p className={styles.quiet}>{t('settings.tokens.none')}</p>}
      {tokens.isSuccess && tokens.data.length > 0 && <TokenTable tokens={tokens.data} />}
      <Actions>
        <Button onClick={() => setIsMaking(true)}>{t('settings.tokens.make')}</Button>
      </Actions>
      {isMaking && <MakeToken onClose={() => setIsMaking(false)} />}
    </section>
  )
}

function TokenTable({ tokens }: { readonly tokens: readonly ApiToken[] }) {
  const [asked, setAsked] = useState<ApiToken>()
  return (
    <>
      <Table
        label={t('settings.tokens.title')}
        rows={tokens}
        rowKey={({ id }) => id}
        columns={[
          { title: t('settings.tokens.name'), cell: ({ name }) => <Name>{name}</Name> },
          { title: t('settings.tokens.may'), cell: ({ scopes }) => scopes.map(scopeWords).join(', ') },
          {
            title: t('settings.tokens.from'),
            named: true,
            cell: ({ addresses }) =>
              addresses.length === 0 ? (
                <Badge tone="warning">{t('settings.tokens.anywhere')}</Badge>
              ) : (
                addresses.join(', ')
              ),
          },
          { title: t('settings.tokens.maker'), named: true, cell: ({ maker }) => <Name>{maker.name}</Name> },
          { title: t('settings.tokens.holder'), named: true, cell: ({ holder }) => <Name>{holder.name}</Name> },
          { title: t('settings.tokens.ends'), named: true, cell: ({ expiresAt }) => <ExactTime at={expiresAt} /> },
          {
            title: t('settings.tokens.used'),
            named: true,
            cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('settings.tokens.never') : <Ago at={lastUsedAt} />),
          },
          {
            title: t('settings.tokens.state'),
            cell: (token) => <TokenState token={token} onRevoke={() => setAsked(token)} />,
          },
        ]}
      />
      {asked !== undefined && <RevokeToken token={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

interface TokenStateProps {
  readonly token: ApiToken
  readonly onRevoke: () => void
}

function TokenState({ token: { state, name }, onRevoke }: TokenStateProps) {
  if (state !== 'live') return <Badge>{t('settings.tokens.ended', { state })}</Badge>
  return (
    <Button kind="link" small label={t('settings.tokens.revokeOne', { name })} onClick={onRevoke}>
      {t('settings.tokens.revoke')}
    </Button>
  )
}

interface RevokeTokenProps {
  readonly token: ApiToken
  readonly onClose: () => void
}

function RevokeToken({ token: { id, name }, onClose }: RevokeTokenProps) {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const revoking = useMutation({
    mutationFn: () => deleteJson(`/api/tokens/${encodeURIComponent(id)}`),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey })
      announce(t('settings.tokens.revoked', { name }))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('settings.tokens.revokeOne', { name })}
      description={t('settings.tokens.revokeMeans')}
      action={t('settings.tokens.revoke')}
      kind="danger"
      isBusy={revoking.isPending}
      failure={<PayoutActionFailure error={revoking.error} />}
      onSubmit={() => revoking.mutate()}
      onClose={onClose}
    />
  )
}
