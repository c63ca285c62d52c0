import type { Permission } from '#shared/api/permissions.ts'
import { problemDetail } from '../language/problem-text.ts'
import { Note } from '../ui/tone.tsx'
import { useSession } from './use-session.ts'

/** Whether the roles of the signed-in person allow something. The server decides; this is for what the page offers. */
export function useMay(permission: Permission): boolean {
  return useSession().data?.permissions.includes(permission) ?? false
}

/** Why the person may not, for a control that is shown but has no effect: "Only reviewers export. …" Undefined for a person who may. */
export function useWhyNot(permission: Permission): string | undefined {
  return useMay(permission) ? undefined : problemDetail({ code: 'NOT_PERMITTED', params: { permission } })
}

/** The same as a line, in place of the control. */
export function WhyNot({ permission }: { readonly permission: Permission }) {
  const why = useWhyNot(permission)
  return why !== undefined && <Note>{why}</Note>
}

/** Screens for certain roles only; all others are for everyone. */
const permissionOf = {
  newPayout: 'enter',
  import: 'enter',
  newBeneficiary: 'enter',
  people: 'administer',
  settings: 'administer',
} as const satisfies Readonly<Record<string, Permission>>

/** Returns which screens navigation and palette offer. In local mode, without accounts, there are no invitations and suspensions. */
export function useIsOffered(): (screen: string) => boolean {
  const { data } = useSession()
  return (screen) => {
    if (screen === 'people' && data?.signIn === 'local') return false
    if (screen === 'detailsLinks' && !data?.hasDetailsLinks) return false
    const [, permission] = Object.entries(permissionOf).find(([name]) => name === screen) ?? []
    return permission === undefined || data?.permissions.includes(permission) === true
  }
}
