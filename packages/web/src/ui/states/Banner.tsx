import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { IconButton } from '../page/IconButton.tsx'
import classes from './Banner.module.css'

/** `detail` is the reason, in a quieter line. */
export type BannerState = { kind: 'ok' | 'problem'; text: string; detail?: string | undefined } | null

/** How long good news stays, in milliseconds: the specification's. Problems wait to be read. */
const shown = 3000

/** What a page's banner says, and how to change it. @param okMs how long good news stays, in milliseconds */
export function useBanner(okMs = shown): {
  banner: BannerState
  tell: (text: string) => void
  complain: (text: string, detail?: string) => void
  clear: () => void
} {
  const [banner, setBanner] = useState<BannerState>(null)
  useEffect(() => {
    if (banner?.kind !== 'ok') return
    const timer = setTimeout(() => setBanner(null), okMs)
    return () => clearTimeout(timer)
  }, [banner, okMs])
  return {
    banner,
    tell: useCallback((text: string) => setBanner({ kind: 'ok', text }), []),
    complain: useCallback((text: string, detail?: string) => setBanner({ kind: 'problem', text, detail }), []),
    clear: useCallback(() => setBanner(null), []),
  }
}

/** What just happened, at the head of a page. The regions are always there, so that readers notice when they fill. */
export function Banner({ banner, onClose }: { banner: BannerState; onClose: () => void }) {
  return (
    <>
      <div role="status">{banner?.kind === 'ok' && <Card banner={banner} onClose={onClose} />}</div>
      <div role="alert">{banner?.kind === 'problem' && <Card banner={banner} onClose={onClose} />}</div>
    </>
  )
}

function Card({ banner, onClose }: { banner: NonNullable<BannerState>; onClose: () => void }) {
  const Icon = banner.kind === 'ok' ? IconCircleCheck : IconAlertTriangle
  return (
    <div className={classes.banner} data-kind={banner.kind}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <p>
        {banner.text}
        {banner.detail && <span className={classes.detail}>{banner.detail}</span>}
      </p>
      <IconButton label={t('close')} onClick={onClose} className={classes.close}>
        <IconX size={18} stroke={1.75} aria-hidden />
      </IconButton>
    </div>
  )
}
