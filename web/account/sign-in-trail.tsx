import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffMember } from '#shared/api/people.ts'
import { type KeptSignIn, signInTrailSchema } from '#shared/api/sign-ins.ts'
import { getJson } from '../api/api.ts'
import { t } from '../language/translate.ts'
import { Ago } from '../ui/ago.tsx'
import { SelectField } from '../ui/choice-field.tsx'
import { Code, Name } from '../ui/name.tsx'
import { Section } from '../ui/section.tsx'
import { Table } from '../ui/table.tsx'
import { Badge } from '../ui/tone.tsx'

/** From where the person signed in, or everyone: nothing until that is known. */
export function SignInTrail({ of }: { readonly of: 'me' | readonly StaffMember[] }) {
  const [person, setPerson] = useState('')
  const path = of === 'me' ? '/api/account/sign-ins' : '/api/sign-ins'
  const query = person === '' ? '' : `?${new URLSearchParams({ person })}`
  const { data } = useQuery({
    queryKey: ['sign-ins', path, person],
    queryFn: async ({ signal }) => (await getJson(`${path}${query}`, signInTrailSchema, { signal })).items,
    placeholderData: keepPreviousData,
  })
  if (data === undefined) return null
  const who = { title: t('ownAccount.trail.who'), cell: (one: KeptSignIn) => <Who attempt={one} /> }
  return (
    <Section title={t('ownAccount.trail.title')}>
      <p>{t(of === 'me' ? 'ownAccount.trail.lead' : 'ownAccount.trail.ofAll')}</p>
      {of !== 'me' && (
        <SelectField
          name="signInsOf"
          label={t('ownAccount.trail.who')}
          placeholder={t('ownAccount.trail.everyone')}
          value={person}
          onChange={setPerson}
          options={of.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {data.length === 0 && <p>{t('ownAccount.trail.none')}</p>}
      {data.length > 0 && (
        <Table
          label={t('ownAccount.trail.title')}
          rows={data}
          rowKey={({ id }) => id}
          columns={[
            { title: t('ownAccount.trail.what'), cell: (one) => <What attempt={one} /> },
            ...(of === 'me' ? [] : [who]),
            { title: t('ownAccount.trail.from'), named: true, cell: (one) => <From attempt={one} /> },
            { title: t('ownAccount.trail.when'), named: true, cell: ({ lastAt }) => <Ago at={lastAt} /> },
            { title: t('ownAccount.trail.times'), named: true, isFigure: true, cell: ({ times }) => times },
          ]}
        />
      )}
    </Section>
  )
}

interface AttemptProps {
  readonly attempt: KeptSignIn
}

function What({ attempt: { kind, isGood } }: AttemptProps) {
  const words = t(`ownAccount.trail.${kind}`, { isGood: isGood ? 'yes' : 'no' })
  return isGood ? words : <Badge tone="warning">{words}</Badge>
}

function Who({ attempt: { person } }: AttemptProps) {
  return person === null ? t('ownAccount.trail.unknown') : <Name>{person.name}</Name>
}

function From({ attempt: { from } }: AttemptProps) {
  if (from === null) return t('ownAccount.trail.many')
  return (
    <>
      {from.address === 'loopback' ? t('ownAccount.trail.here') : <Code>{from.address}</Code>} · {from.device}
    </>
  )
}
