import type { InviteOutcome } from '@rodada/contract/auth/sign-up'
import { t } from '../../i18n/index.ts'
import { copyText } from '../../lib/device/copy.ts'
import { alertDialog, toast } from '../states/feedback.tsx'

/** The links among some outcomes. A server that was not told its public address knows only the path. */
export const linksOf = (outcomes: readonly InviteOutcome[]): { email: string; url: string }[] =>
  outcomes.flatMap(({ email, url }) => (url === null ? [] : [{ email, url: new URL(url, location.origin).href }]))

/** Copies them: one as it is, several with their addresses, one in a line. */
export async function copyLinks(outcomes: readonly InviteOutcome[]): Promise<void> {
  const links = linksOf(outcomes)
  const [only] = links
  if (!only) return
  const text = links.length === 1 ? only.url : links.map(({ email, url }) => `${email}\t${url}`).join('\n')
  if (await copyText(text)) toast(t('inviting:copied', { count: links.length }))
  else await alertDialog(t('errors.copy'))
}
