import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { invitationSchema, peopleSchema, type StaffMember, staffMemberSchema } from '#shared/api/people.ts'
import { deleteJson, getJson, postJson, putJson } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import type { Rights } from './rights.tsx'

/** Who works here; tokens are listed in the settings. */
export function usePeople() {
  return useQuery({
    queryKey: ['people'],
    queryFn: async ({ signal }) => (await getJson('/api/people', peopleSchema, { signal })).items,
    select: (items) => items.filter(({ isMachine }) => !isMachine),
  })
}

/** What an admin does with somebody. */
export type Act =
  | { readonly act: 'change'; readonly rights: Rights }
  | { readonly act: 'suspend'; readonly distrust: boolean }
  | { readonly act: 'reinstate' | 'endSessions' | 'askLink' | 'withdraw' }

/** Does it, and asks the list again: also after a refusal, as somebody may have been quicker. */
export function usePersonAct({ id, version }: Pick<StaffMember, 'id' | 'version'>) {
  const queryClient = useQueryClient()
  const path = `/api/people/${encodeURIComponent(id)}`
  return useMutation({
    mutationFn: async (asked: Act) => {
      switch (asked.act) {
        case 'change':
          return putJson(path, asked.rights, staffMemberSchema, { version })
        case 'suspend':
          return postJson(`${path}/suspend`, { distrust: asked.distrust }, staffMemberSchema)
        case 'reinstate':
          return postJson(`${path}/reinstate`, undefined, staffMemberSchema)
        case 'askLink':
          return postJson(`${path}/re-enrolment`, undefined, staffMemberSchema)
        case 'endSessions':
          return deleteJson(`${path}/sessions`)
        case 'withdraw':
          return deleteJson(`${path}/invitation`)
      }
    },
    onSettled: () => invalidateAll(queryClient),
  })
}

export interface Invited extends Rights {
  readonly email: string
  readonly name: string
}

/** Invites somebody new, makes the link of an invited person anew, or confirms the one that another admin asked for. */
export function useLink(wanted: 'invite' | { readonly id: string; readonly act: 'renew' | 'confirm' }) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (invited?: Invited) => {
      if (wanted === 'invite') return postJson('/api/invitations', invited, invitationSchema)
      const path = `/api/people/${encodeURIComponent(wanted.id)}`
      const address = wanted.act === 'renew' ? `${path}/invitation` : `${path}/re-enrolment/confirm`
      return postJson(address, undefined, invitationSchema)
    },
    onSettled: () => invalidateAll(queryClient),
  })
}
