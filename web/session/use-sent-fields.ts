import { useMemo } from 'react'
import { type FieldTable, payoutFields } from '#shared/payout/fields.ts'
import { withSpellings } from '#shared/payout/sent-request.ts'
import { useSession } from './use-session.ts'

/** The fields of a payout as this server sends them: it may spell one otherwise than the table. */
export function useSentFields(): FieldTable {
  const { data } = useSession()
  const names = data?.names
  return useMemo(() => (names === undefined ? payoutFields : withSpellings(payoutFields, names)), [names])
}
