import type { LinkState } from '#shared/api/details-links.ts'

/* Links by which beneficiaries give their own details: see schema.ts for what the columns are. */

export interface DetailsTables {
  readonly details_links: DetailsLinksTable
}

interface DetailsLinksTable {
  readonly id: string
  /** Repeats what is in the content, to be searched by. */
  readonly state: Exclude<LinkState, 'expired'>
  /** Repeats it too: the saved beneficiary who is asked, or who came of it. */
  readonly beneficiary_id: string | null
  /** JSON: for whom the link is, its secret's hash, and what came by it: see details/link-rows.ts. */
  readonly content_encrypted: string
  readonly made_by: string
  readonly made_at: string
  readonly expires_at: string
}
