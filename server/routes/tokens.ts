import { newTokenSchema, ownTokenSchema, tokensSchema, tokenWriteSchema } from '#shared/api/tokens.ts'
import { named, type Route, route } from '../http/route.ts'
import { Failure } from '../kernel/failure.ts'
import { makeToken } from '../tokens/make-token.ts'
import { listTokens, revokeToken } from '../tokens/tokens.ts'
import type { AppDeps } from './app-deps.ts'

/** What the merchant's own programs show to say whose they are. Where names are taken on trust there are none: a program picks a name, too. */
export function tokenRoutes({
  store,
  signIn,
  writeLimits,
}: Pick<AppDeps, 'store' | 'signIn' | 'writeLimits'>): readonly Route[] {
  const list = async () => ({ body: { items: [...(await listTokens(store, signIn))] } })
  const tokens = named('Tokens', tokensSchema)
  return [
    route({
      method: 'get',
      path: '/api/token',
      permission: 'read',
      scope: 'any',
      summary: 'The API token that asks: its name, scopes, holder, end and limits. People have none.',
      answer: named('OwnToken', ownTokenSchema),
      problems: ['NOT_FOUND'],
      handle: async ({ person }) => {
        const found = (await listTokens(store, signIn)).find(({ id }) => id === person.id)
        if (found === undefined) throw new Failure('NOT_FOUND')
        const { id, name, scopes, addresses, holder, createdAt, expiresAt } = found
        return {
          body: { id, name, scopes, addresses, holder, createdAt, expiresAt, writesPerMinute: writeLimits.most },
        }
      },
    }),
    route({
      method: 'get',
      path: '/api/tokens',
      permission: 'administer',
      summary: 'The API tokens, newest first, including those that no longer give access.',
      answer: tokens,
      handle: list,
    }),
    route({
      method: 'post',
      path: '/api/tokens',
      permission: 'manage',
      problems: ['TAMPERED'],
      summary:
        'Creates an API token, which is shown only now, and proposes it: it gives no access until that is confirmed. What it enters counts as entered by its creator and its holder, too. It works from its addresses alone, unless `anyAddress` says otherwise.',
      body: named('TokenWrite', tokenWriteSchema),
      answer: named('NewToken', newTokenSchema),
      status: 201,
      handle: async ({ person, body }) => ({
        body: await store.write((tx) => makeToken(tx, person, body)),
      }),
    }),
    route({
      method: 'delete',
      path: '/api/tokens/:id',
      permission: 'protect',
      problems: ['TAMPERED'],
      summary: 'Revokes an API token for good, and answers all of them.',
      answer: tokens,
      handle: async ({ person, id }) => {
        await store.write((tx) => revokeToken(tx, person.id, id))
        return list()
      },
    }),
  ]
}
