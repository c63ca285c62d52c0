import { useMutation, useQueryClient } from '@tanstack/react-query'
import { invitationSchema, type StaffMember, staffMemberSchema } from '#shared/api/people.ts'
import { deleteJson, postJson, putJson } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { t } from '../language/translate.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import type { Rights } from './rights.tsx'

/** An admin's action on a person. */
export type PersonActionRequest =
  | { readonly act: 'change'; readonly rights: Rights }
  | { readonly act: 'suspend'; readonly distrust: boolean }
  | { readonly act: 'reinstate' | 'endSessions' | 'askLink' | 'withdraw' | 'waive' | 'forget' }

/**
 * Sends the action, announces what was done, and refetches the list: also after a refusal, as another admin may have been faster. An action
 * but a suspension may wait for another admin.
 */
export function usePersonAct({ id, version }: Pick<StaffMember, 'id' | 'version'>, did: string, onDone: () => void) {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const path = `/api/people/${encodeURIComponent(id)}`
  return useMutation({
    mutationFn: async (asked: PersonActionRequest) => {
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
          await deleteJson(`${path}/sessions`)
          return undefined
        case 'waive':
          await deleteJson(`${path}/hold`)
          return undefined
        case 'forget':
          await deleteJson(`${path}/sign-ins`)
          return undefined
        case 'withdraw':
          await deleteJson(`${path}/invitation`)
          return undefined
      }
    },
    onSuccess: (changed, { act }) => {
      const person = changed !== undefined && 'value' in changed ? changed.value : changed
      const isWaiting = act !== 'suspend' && person !== undefined && person.waiting.length > 0
      announce(isWaiting ? t('proposals.isProposed') : did)
      onDone()
    },
    onSettled: () => invalidateAll(queryClient),
  })
}

export interface InvitationRequest extends Rights {
  readonly email: string
  readonly name: string
}

/** Invites a new person, or renews the link of an invited one; what waits for another admin has no link yet, and is done. */
export function useLink(wanted: 'invite' | { readonly id: string }, onDone: () => void) {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: (invited?: InvitationRequest) => {
      if (wanted === 'invite') return postJson('/api/invitations', invited, invitationSchema)
      return postJson(`/api/people/${encodeURIComponent(wanted.id)}/invitation`, undefined, invitationSchema)
    },
    onSuccess: ({ link }) => {
      if (link !== null) return
      announce(t('proposals.isProposed'))
      onDone()
    },
    onSettled: () => invalidateAll(queryClient),
  })
}
