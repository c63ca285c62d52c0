import type { Mutant } from './mutant.ts'

const provider = { file: 'server/oidc/identity-provider.ts', killedBy: ['server/oidc/identity-provider.test.ts'] }
const overHttp = ['server/routes/oidc.test.ts']

/** Mistakes in signing in at an identity provider. */
export const oidcMutants: readonly Mutant[] = [
  {
    ...provider,
    breaks: 'An ID token is trusted no matter who signed it.',
    text: 'client.enableNonRepudiationChecks(config)',
    replacement: 'void config',
  },
  {
    ...provider,
    breaks: 'Another state than that of the attempt is taken.',
    text: 'expectedState: state,',
    replacement: 'expectedState: client.skipStateCheck,',
  },
  {
    ...provider,
    breaks: 'A logout token for another client ends sessions here.',
    text: 'audience: settings.clientId,',
    replacement: '',
  },
  {
    breaks: 'An old sign-in at the identity provider counts as a new proof.',
    file: 'server/oidc/claims.ts',
    text: 'if (provenSince !== undefined) demandNewProof(provenAt, provenSince)',
    replacement: '',
    killedBy: ['server/oidc/identity-provider.test.ts'],
  },
  {
    breaks: 'Another browser finishes the sign-in that one began.',
    file: 'server/oidc/oidc-sign-in.ts',
    text: 'hashOfSecret(attemptToken) !== browser',
    replacement: 'attemptToken === browser',
    killedBy: overHttp,
  },
  {
    breaks: 'Somebody proves with their own account who another person is.',
    file: 'server/oidc/admit.ts',
    text: 'isProof && known?.id !== former?.personId',
    replacement: 'isProof && known === undefined',
    killedBy: overHttp,
  },
  {
    breaks: 'Who is suspended comes back through the identity provider.',
    file: 'server/oidc/admit.ts',
    text: "known !== undefined && known.status !== 'active'",
    replacement: "known !== undefined && known.status === 'invited'",
    killedBy: overHttp,
  },
]
