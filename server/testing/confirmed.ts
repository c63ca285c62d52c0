import { confirmProposal } from '../people-admin/confirm-proposal.ts'
import { waitingProposals } from '../proposals/proposal-rows.ts'
import type { TestApp } from './test-app.ts'

/** Confirms all that was proposed, as the command line does; answers the links that came of it. */
export async function confirmAll(app: Pick<TestApp, 'openStore' | 'url'>): Promise<readonly string[]> {
  const store = await app.openStore()
  const where = { signIn: 'accounts', publicOrigin: () => app.url } as const
  const links: string[] = []
  for (const { id } of await waitingProposals(store)) {
    const { made } = await store.write((tx) => confirmProposal(tx, where, null, id))
    if (made?.link != null) links.push(made.link)
  }
  return links
}
