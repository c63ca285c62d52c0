import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type DetailsLink, detailsLinkSchema, type ReceivedSubmission } from '#shared/api/details-links.ts'
import { warningId } from '#shared/api/issue.ts'
import { completeEntry } from '#shared/payout/entry.ts'
import { paperGroups } from '#shared/payout/number-groups.ts'
import { postJson, reasonOf } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { t } from '../language/translate.ts'
import { shortcutOf, useReviewKeys } from '../palette/review-keys.ts'
import { useWhyNot } from '../session/use-may.tsx'
import { Actions, Button } from '../ui/button.tsx'
import styles from '../ui/decided-paper.module.css'
import { fieldId } from '../ui/field.tsx'
import { GroupedNumber } from '../ui/grouped-number.tsx'
import { Name } from '../ui/name.tsx'
import { publishPinnedHeight } from '../ui/split-view.tsx'
import { Callout } from '../ui/tone.tsx'
import { AcceptPanel, commentName, type LinkDecision, RefusePanel, ReturnPanel } from './decision-panels.tsx'

interface SubmissionDecisionProps {
  readonly link: DetailsLink
  readonly submission: ReceivedSubmission
  readonly onDone: (decision: LinkDecision) => void
  readonly onLoadAgain: () => void
}

/** Accepts, sends back or refuses exactly what is shown. A key or a button only asks; the answer decides. */
export function SubmissionDecision({ link, submission, onDone, onLoadAgain }: SubmissionDecisionProps) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<LinkDecision['act']>()
  const title = useRef<HTMLHeadingElement>(null)
  const whyNot = useWhyNot('enter')
  const { submissionId, beneficiary, warnings } = submission
  const deciding = useMutation({
    mutationFn: ({ act, body }: { readonly act: LinkDecision['act']; readonly body: object }) =>
      postJson(
        `/api/details-links/${encodeURIComponent(link.id)}/${act}`,
        { submissionId, ...body },
        detailsLinkSchema,
      ),
    onSuccess: (_, { act }) => onDone({ act }),
    onSettled: () => invalidateAll(queryClient),
  })
  const ask = (act: LinkDecision['act']) => () => {
    if (whyNot === undefined) setAsked(act)
    title.current?.focus()
  }
  useReviewKeys({ approve: ask('accept'), sendBack: ask('return') })
  useEffect(() => {
    if (asked === 'return') document.getElementById(fieldId(commentName))?.focus()
    else if (asked !== undefined) title.current?.focus()
  }, [asked])
  const panel = {
    about: <About submission={submission} name={link.name} />,
    titleRef: title,
    isBusy: deciding.isPending,
    onCancel: () => setAsked(undefined),
  }
  return (
    <div className={styles.decision} ref={publishPinnedHeight}>
      {deciding.isError && (
        <div role="alert">
          <Callout
            tone="error"
            title={t('detailsLinks.failed', { reason: reasonOf(deciding.error) })}
            action={<Button onClick={onLoadAgain}>{t('detailsLinks.received.again')}</Button>}
          />
        </div>
      )}
      {asked === 'accept' && (
        <AcceptPanel
          {...panel}
          warnings={warnings}
          isNew={beneficiary === null}
          onAccept={() => {
            const confirmed = warnings.map((warning) => ({ warningId: warningId(warning) }))
            const body = { confirmed, ...(beneficiary !== null && { version: beneficiary.version }) }
            deciding.mutate({ act: 'accept', body })
          }}
        />
      )}
      {asked === 'return' && (
        <ReturnPanel
          {...panel}
          language={link.language}
          onReturn={(comment) => deciding.mutate({ act: 'return', body: { comment } })}
        />
      )}
      {asked === 'refuse' && <RefusePanel {...panel} onRefuse={() => deciding.mutate({ act: 'refuse', body: {} })} />}
      {asked === undefined && (
        <Actions>
          <Button
            kind="primary"
            unavailable={whyNot}
            shortcut={shortcutOf('approve', whyNot === undefined)}
            onClick={ask('accept')}
          >
            {t('detailsLinks.accept')}
          </Button>
          {whyNot === undefined && (
            <>
              <Button shortcut={shortcutOf('sendBack')} onClick={ask('return')}>
                {t('detailsLinks.return')}
              </Button>
              <Button onClick={ask('refuse')}>{t('detailsLinks.refuse')}</Button>
            </>
          )}
        </Actions>
      )}
    </div>
  )
}

/** Whose details these are, and where they would have money sent. */
function About({ submission, name }: { readonly submission: ReceivedSubmission; readonly name: string }) {
  const entry = completeEntry(submission.entry)
  const field = entry.accountNumber === '' ? 'recipientPixKey' : 'accountNumber'
  return (
    <p>
      <Name>{name}</Name>
      {entry[field] !== '' && (
        <>
          {' · '}
          <GroupedNumber text={entry[field]} groups={paperGroups(entry.country, field, entry[field])} />
        </>
      )}
    </p>
  )
}
