import { Button, FileButton } from '@mantine/core'
import { avatarApi } from '@rodada/contract/auth/avatar-upload'
import type { Profile } from '@rodada/contract/auth/people'
import { limits } from '@rodada/contract/core/limits'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import classes from './Profile.module.css'
import { useKeepProfile } from './use-keep-profile.ts'

type Props = { profile: Profile; chosen: string | null; onChoose: (avatar: string | null) => void }

/** A picture of one's own: sent and deleted at once, and chosen as the eight are. */
export function OwnPicture({ profile, chosen, onChoose }: Props) {
  const keep = useKeepProfile()
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const own = profile.uploaded_avatar ?? null

  const work = async (change: () => Promise<Profile>) => {
    setProblem(null)
    setSending(true)
    try {
      const changed = await change()
      await keep(changed)
      onChoose(changed.avatar_url)
    } catch (reason) {
      setProblem(reason instanceof Error ? reason.message : t('errors.unknown'))
    }
    setSending(false)
  }
  const send = (file: File | null) => {
    if (!file) return
    if (file.size > limits.avatarBytes) return setProblem(t('settings:profile.pictureTooLarge'))
    void work(async () => {
      const { avatar_url } = await call(avatarApi.upload, { body: file })
      toast(t('settings:profile.pictureSent'))
      return { ...profile, avatar_url, uploaded_avatar: avatar_url }
    })
  }
  const remove = () =>
    work(async () => {
      await call(avatarApi.remove)
      toast(t('settings:profile.pictureRemoved'))
      return { ...profile, avatar_url: profile.avatar_url === own ? null : profile.avatar_url, uploaded_avatar: null }
    })

  return (
    <div className={classes.own}>
      <Avatar name={profile.name} avatar={own} always size={52} className={own && chosen === own ? classes.chosen : undefined} />
      <div>
        <p className={classes.ownTitle}>{t('settings:profile.picture')}</p>
        <p className={classes.ownHint}>{t('settings:profile.pictureHint')}</p>
        {problem && (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        )}
        <div className={classes.ownActions}>
          <FileButton
            onChange={send}
            accept="image/png,image/jpeg,image/webp"
            inputProps={{ 'aria-label': t('settings:profile.pictureSend') }}
          >
            {(button) => (
              <Button size="sm" loading={sending} leftSection={<IconPhoto size={18} stroke={1.75} aria-hidden />} {...button}>
                {t(own ? 'settings:profile.pictureReplace' : 'settings:profile.pictureSend')}
              </Button>
            )}
          </FileButton>
          {own && chosen !== own && (
            <Button size="sm" onClick={() => onChoose(own)}>
              {t('settings:profile.pictureUse')}
            </Button>
          )}
          {own && (
            <Button
              size="sm"
              variant="danger"
              leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
              onClick={() => void remove()}
            >
              {t('settings:profile.pictureRemove')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
