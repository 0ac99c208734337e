import { t } from '../../../i18n/index.ts'

export type ShareTarget = { id: 'whatsapp' | 'telegram' | 'mail'; href: string }

/** The login page's link carrying the room, and where it can be sent. Each page opens on its own site, nothing is loaded from there. */
export function shareTargets(code: string, origin: string): { link: string; targets: ShareTarget[] } {
  const link = `${origin}/login?roomId=${code}`
  const text = t('rooms:share.text', { code, link })
  const query = (values: Record<string, string>) => new URLSearchParams(values).toString().replaceAll('+', '%20')
  return {
    link,
    targets: [
      { id: 'whatsapp', href: `https://wa.me/?${query({ text })}` },
      { id: 'telegram', href: `https://t.me/share/url?${query({ url: link, text: t('rooms:share.subject', { code }) })}` },
      {
        id: 'mail',
        href: `https://mail.google.com/mail/?${query({ view: 'cm', fs: '1', su: t('rooms:share.subject', { code }), body: text })}`,
      },
    ],
  }
}
