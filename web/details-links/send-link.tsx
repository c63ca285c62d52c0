import { useMutation, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { mailedLinkSchema, type newDetailsLinkSchema } from '#shared/api/details-links.ts'
import { emailText } from '#shared/api/people.ts'
import { type DetailsLinkText, detailsLinkText } from '#shared/language/details-link-text.ts'
import { postJson, reasonOf } from '../api/api.ts'
import { QrCode } from '../credentials/qr-code.tsx'
import { translateIn } from '../language/other-language.ts'
import { t } from '../language/translate.ts'
import { useTexts } from '../screen/use-texts.ts'
import { useSession } from '../session/use-session.ts'
import { Actions, Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { OutsideLink } from '../ui/outside-link.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Note } from '../ui/tone.tsx'
import styles from './details-links.module.css'

export type NewDetailsLink = z.infer<typeof newDetailsLinkSchema>

interface SendLinkProps {
  readonly made: NewDetailsLink
  readonly onClose: () => void
}

/** A new link, shown this once, and the ways of sending it, with a text in the language of its reader. */
export function SendLink({ made, onClose }: SendLinkProps) {
  const { url, details } = made
  const hasMail = useSession().data?.hasMail ?? false
  const { data: text } = useQuery({
    queryKey: ['job-answers', 'details-link-text', details.id, url],
    queryFn: () => writeText(made),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Dialog wide title={t('detailsLinks.made.title', { name: details.name })} description={t('detailsLinks.made.once')}>
      <div className={styles.made}>
        <div className={styles.ways}>
          <ShownOnce text={url} copy={t('detailsLinks.made.copyLink')} />
          {text === undefined ? (
            <Skeleton lines={4} label={t('detailsLinks.made.loading')} />
          ) : (
            <>
              <section className={styles.text} aria-label={t('detailsLinks.made.text')} lang={details.language}>
                {text.lines.map((line) => (
                  <p key={line} translate="no">
                    {line}
                  </p>
                ))}
              </section>
              <Actions>
                <CopyButton text={text.lines.join('\n')}>{t('detailsLinks.made.copyText')}</CopyButton>
                <OutsideLink href={mailTo(text)}>{t('detailsLinks.made.mail')}</OutsideLink>
                <OutsideLink href={`https://wa.me/?text=${encodeURIComponent(text.lines.join('\n'))}`}>
                  {t('detailsLinks.made.whatsApp')}
                </OutsideLink>
              </Actions>
            </>
          )}
          {hasMail && <MailLink made={made} />}
        </div>
        <div className={styles.code}>
          <QrCode text={url} label={t('detailsLinks.made.qr')} />
          <p className={styles.quiet}>{t('detailsLinks.made.scan')}</p>
        </div>
      </div>
      <Actions>
        <Button onClick={onClose}>{t('detailsLinks.made.done')}</Button>
      </Actions>
    </Dialog>
  )
}

/** Mails it from the app: the address is checked once more by who typed it, as anyone who has the link can answer. */
function MailLink({ made: { url, details } }: { readonly made: NewDetailsLink }) {
  const { texts, field, isSound } = useTexts('mailed', { email: '' }, ({ email }) => ({
    email: !emailText.safeParse(email).success && t('detailsLinks.mail.missing'),
  }))
  const announce = useAnnounce()
  const mailing = useMutation({
    mutationFn: (email: string) =>
      postJson(
        `/api/details-links/${details.id}/mail`,
        { email, secret: new URL(url).hash.slice(1) },
        mailedLinkSchema,
      ),
    onSuccess: ({ isSent }, email) => isSent && announce(t('detailsLinks.mail.sent', { email })),
  })
  const { data, variables = '' } = mailing
  return (
    <Form
      action={t('detailsLinks.mail.send')}
      kind="quiet"
      isBusy={mailing.isPending}
      failure={
        (mailing.isError && t('detailsLinks.failed', { reason: reasonOf(mailing.error) })) ||
        (data?.isSent === false && t('detailsLinks.mail.notSent'))
      }
      onSubmit={() => isSound() && mailing.mutate(texts.email.trim())}
    >
      <TextField {...field('email')} label={t('detailsLinks.mail.to')} inputMode="email" />
      {data?.isSent === true && <Note>{t('detailsLinks.mail.sent', { email: variables })}</Note>}
    </Form>
  )
}

/** What is sent with a link, in the language of its reader. */
export async function writeText({ url, details }: NewDetailsLink): Promise<DetailsLinkText> {
  const { language, expiresAt, beneficiaryId } = details
  return detailsLinkText(await translateIn(language), { url, language, expiresAt, isSaved: beneficiaryId !== null })
}

function mailTo({ subject, lines }: DetailsLinkText): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\r\n\r\n'))}`
}
