import type * as z from 'zod/mini'
import type { ParseResult } from '#shared/api/issue.ts'
import type { Permission } from '#shared/api/permissions.ts'
import type { Problem, ProblemCode } from '#shared/api/problem.ts'
import type { SignInMode } from '#shared/api/session.ts'
import type { TokenScope } from '#shared/api/tokens.ts'
import type { LiveSession, Member } from '../people/member.ts'
import type { HeldTokens, TokensToHold } from './cookies.ts'
import { readBySchema } from './reading.ts'

/** Who may send a request: everyone; everyone where names are taken on trust, and otherwise people who may read; or people with a permission. */
type Access = 'public' | 'public-locally' | Permission

/** Whether a write names the version it is for: If-Match; or, for what may be new, If-None-Match: * in its place. */
type VersionNeed = 'seen' | 'seen-or-new'

type RouteMethod = 'get' | 'post' | 'put' | 'delete'

/**
 * One method of one address, declared once: from this come what Express serves, the permission, what is read before `handle` is called,
 * and what the OpenAPI document says.
 */
export interface Route {
  readonly method: RouteMethod
  /** As Express writes it. At most one part of it is a variable: the `id`. */
  readonly path: string
  readonly permission: Access
  /** What an API token must be for to send it, of several any one, 'any' for each token; left out, it is for people alone. */
  readonly scope?: TokenScope | readonly TokenScope[] | 'any'
  readonly summary: string
  /** What the variable part of the path looks like, where it is no id of ours. Anything else is not found. */
  readonly id?: z.ZodMiniType<string>
  readonly version?: VersionNeed | undefined
  /** Whether the route takes an Idempotency-Key. */
  readonly isIdempotent?: boolean | undefined
  /** Whether a program has to send one: it repeats by itself what got no answer. */
  readonly programsNeedKey?: boolean
  readonly query?: z.ZodMiniType
  readonly body?: NamedBodySchema<unknown>
  /** Whether the body is that of a form, in place of JSON, as other servers’ standards have it. */
  readonly isForm?: boolean
  /** Whether it may be asked as often as anyone likes, though it writes: as what ends sessions must. */
  readonly isUnlimited?: boolean
  /** Whether it stops work, which has a limit of its own, as what takes power away has. */
  readonly stopsWork?: boolean
  /** Whether it costs what many others do: fewer of one person’s go on at once. Left out, a large body or a file is. False where it waits for another server. */
  readonly isHeavy?: boolean
  /** False where pages ask again and again by themselves: that is no use of a session, which would else never end for idleness. */
  readonly isUse?: boolean
  /** 256 when left out. */
  readonly bodyLimitKiB?: number
  /** A schema; or the media types of a text. Left out where nothing but the status is answered. */
  readonly answer?: NamedSchema<unknown> | readonly string[]
  /** 200 when left out. */
  readonly status?: 200 | 201 | 204 | 302
  /** What it can fail with, in addition to what follows from the rest of the declaration. */
  readonly problems?: readonly ProblemCode[]
  handle(given: RouteInput): Promise<Answer<unknown>> | Answer<unknown>
}

/** A request as a route is handed it. What the route does not declare is undefined. */
export interface RouteInput<
  Who = Member | undefined,
  Id = string | undefined,
  Version = number | undefined,
  Key = string | undefined,
  Query = unknown,
  Body = unknown,
> extends HeldTokens {
  readonly person: Who
  /** The session that the person asks with. */
  readonly session: Who extends undefined ? undefined : LiveSession
  readonly id: Id
  /** Undefined for what is to be new. */
  readonly version: Version
  readonly idempotencyKey: Key
  readonly query: Query
  readonly body: Body
  readonly requestId: string
  /** Where the request comes from, as limits count it. */
  readonly address: string
  /** Whether a page of another site has sent the browser here. */
  readonly isFromElsewhere: boolean
  /** Browser and system, in a few words. */
  readonly device: string
  /** Whether only the headers are wanted. */
  readonly isHead: boolean
}

/** What a route answers: a body of its schema, a text of one of its media types, or a problem that was answered before. */
export type Answer<Body> =
  | (AnswerHeaders & { readonly body: Body })
  | (AnswerHeaders & { readonly text: string | AsyncIterable<string | Uint8Array>; readonly contentType: string })
  | (AnswerHeaders & { readonly problem: Problem })

interface AnswerHeaders extends TokensToHold {
  /** Becomes the ETag, which If-Match sends back. */
  readonly version?: number | undefined
  readonly location?: string | undefined
  /** Whether an earlier request with the same Idempotency-Key was answered so. */
  readonly isReplay?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/** What a request without an answer of its own gets: its status alone. */
export const done = { body: undefined }

/** A resource with its version. */
export function versioned<Body extends { readonly version: number }>(body: Body): Answer<Body> {
  return { body, version: body.version }
}

/** A schema under the name that the OpenAPI document has for it. */
export interface NamedSchema<Wire> {
  readonly name: string
  readonly schema: z.ZodMiniType<unknown, Wire>
}

/** A body. Where the rule book reads, the schema only describes. */
interface NamedBodySchema<Value> extends NamedSchema<unknown> {
  read(value: unknown): ParseResult<Value>
}

export function named<Value, Wire>(
  name: string,
  schema: z.ZodMiniType<Value, Wire>,
): NamedSchema<Wire> & NamedBodySchema<Value> {
  return { name, schema, read: (value) => readBySchema(schema, value) }
}

/** Declares a route: `handle` is given what the declaration says, and answers what its schema says. */
export function route<
  Path extends string,
  Who extends Access,
  Version extends VersionNeed | undefined = undefined,
  Idempotent extends boolean | undefined = undefined,
  Query = undefined,
  Body = undefined,
  Wire = undefined,
>(
  declaration: Omit<Route, Typed> & {
    readonly path: Path
    readonly permission: Who
    readonly version?: Version
    readonly isIdempotent?: Idempotent
    readonly query?: z.ZodMiniType<Query>
    readonly body?: NamedBodySchema<Body>
    readonly answer?: NamedSchema<Wire> | readonly string[]
    handle(
      given: RouteInput<
        Who extends 'public' | 'public-locally' ? undefined : Member,
        Path extends `${string}/:${string}` ? string : undefined,
        Version extends VersionNeed ? (Version extends 'seen' ? number : number | undefined) : undefined,
        Idempotent extends true ? string | undefined : undefined,
        Query,
        Body
      >,
    ): Promise<Answer<Frozen<NoInfer<Wire>>>> | Answer<Frozen<NoInfer<Wire>>>
  },
): Route {
  return declaration
}

/** What a route demands of the sender of a request; undefined where everyone may send it. */
export function permissionOf({ permission }: Pick<Route, 'permission'>, signIn: SignInMode): Permission | undefined {
  if (permission === 'public') return undefined
  if (permission !== 'public-locally') return permission
  return signIn === 'local' ? undefined : 'read'
}

/** Whether a write stops work, or takes power away. */
export function isStop({ permission, stopsWork = false }: Pick<Route, 'permission' | 'stopsWork'>): boolean {
  return stopsWork || permission === 'protect'
}

/** The parts of a declaration that decide what `handle` is given and answers. */
type Typed = 'path' | 'permission' | 'version' | 'isIdempotent' | 'query' | 'body' | 'answer' | 'handle'

/** What is answered is only read from now on. */
type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value
