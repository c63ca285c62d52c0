import type { Mutant } from './mutant.ts'

const clientAddress = { file: 'server/http/client-address.ts', killedBy: ['server/http/client-address.test.ts'] }

/** Mistakes in who is believed about where a request comes from, and in who may come at all. */
export const networkMutants: readonly Mutant[] = [
  {
    ...clientAddress,
    breaks: 'Anybody may write X-Forwarded-For.',
    text: "if (isForwarded(headers)) throw refused('untrusted')",
    replacement: '',
  },
  {
    ...clientAddress,
    breaks: 'Limits count the address that a client has made up.',
    text: "forwardedFor.split(',').toReversed()",
    replacement: "forwardedFor.split(',')",
  },
  {
    breaks: 'A session travels without encryption.',
    file: 'server/http/cookies.ts',
    text: "isSecure ? 'Secure; ' : ''",
    replacement: "''",
    killedBy: ['server/whole/network.test.ts'],
  },
  {
    breaks: 'A page at an address that begins as ours does is taken for our own.',
    file: 'server/http/guards.ts',
    text: 'origin !== undefined && !own.includes(origin)',
    replacement: 'origin !== undefined && !own.some((one) => origin.startsWith(one))',
    killedBy: ['server/whole/network.test.ts'],
  },
  {
    breaks: 'Other machines get in where a name is taken on trust.',
    file: 'server/settings/network-settings.ts',
    text: 'if (isLoopback(host)) return []',
    replacement: "if (isLoopback(host) || signIn === 'local') return []",
    killedBy: ['server/settings/network-settings.test.ts'],
  },
]
