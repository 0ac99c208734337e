import { Button, TextInput } from '@mantine/core'
import { authApi } from '@rodada/contract/auth/auth'
import { avatars } from '@rodada/contract/auth/avatars'
import { type Profile, timeZones } from '@rodada/contract/auth/people'
import { languages } from '@rodada/contract/core/languages'
import { limits } from '@rodada/contract/core/limits'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { useForm } from '../../../lib/use-form.ts'
import { AvatarPicker } from '../../../ui/fields/AvatarPicker.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import fields from '../../../ui/fields/fields.module.css'
import { toast } from '../../../ui/states/feedback.tsx'
import { CurrentPasswordField } from '../security/CurrentPasswordField.tsx'
import { useOwnPassword } from '../security/own-password.ts'
import classes from '../settings.module.css'
import { OwnPicture } from './OwnPicture.tsx'
import {
  changesOf,
  checkProfile,
  draftOf,
  type LineField,
  languageNames,
  lineFields,
  movesEmail,
  type ProfileDraft,
} from './profile-fields.ts'
import { useKeepProfile } from './use-keep-profile.ts'

type Props = { profile: Profile; onDone: () => void }

/** Every field of the account that its owner changes. */
export function ProfileForm({ profile, onDone }: Props) {
  const [draft, setDraft] = useState(() => draftOf(profile))
  const keep = useKeepProfile()
  const own = useOwnPassword()
  const { form, problems, problem, sending, onSubmit, mend } = useForm(
    () => checkProfile(profile, draft, own),
    async () => {
      const changes = changesOf(profile, draft)
      if (Object.keys(changes).length > 0) {
        await keep(await call(authApi.updateProfile, { body: changes }))
        toast(t('settings:profile.saved'))
      }
      onDone()
    },
  )
  const change = (changed: Partial<ProfileDraft>) => {
    setDraft((before) => ({ ...before, ...changed }))
    for (const field of Object.keys(changed)) mend(field)
  }
  const line = (name: LineField) => {
    const { max, ...rest } = lineFields[name]
    return (
      <TextInput
        key={name}
        name={name}
        label={t(`settings:profile.${name}`)}
        maxLength={max}
        {...rest}
        value={draft[name]}
        error={problems[name]}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
      />
    )
  }
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
      <FormProblem text={problem && `${t('settings:profile.saveFailed')}. ${problem}`} />
      <AvatarPicker
        legend={t('settings:profile.avatar')}
        chosen={avatars.find((avatar) => avatar === draft.avatar_url) ?? null}
        onChoose={(avatar_url) => change({ avatar_url })}
        size={52}
      />
      <OwnPicture profile={profile} chosen={draft.avatar_url} onChoose={(avatar_url) => change({ avatar_url })} />
      <div className={classes.pair}>
        <TextInput
          name="name"
          label={t('settings:profile.name')}
          autoComplete="name"
          maxLength={limits.personName}
          autoFocus
          value={draft.name}
          error={problems.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          name="email"
          label={t('settings:profile.email')}
          type="email"
          autoComplete="email"
          maxLength={limits.email}
          value={draft.email}
          error={problems.email}
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
      </div>
      {movesEmail(profile, draft) && (
        <CurrentPasswordField
          description={t('settings:profile.emailHint')}
          value={draft.current_password}
          problem={problems.current_password}
          onChange={(current_password) => change({ current_password })}
        />
      )}
      <Field label={t('settings:profile.bio')} hint={t('settings:profile.bioHint')} problem={problems.bio}>
        {(control) => (
          <textarea
            {...control}
            name="bio"
            className={fields.area}
            maxLength={limits.bio}
            value={draft.bio}
            onChange={(event) => change({ bio: event.currentTarget.value })}
          />
        )}
      </Field>
      <div className={classes.pair}>
        {line('position')}
        {line('company')}
        {line('location')}
        {line('phone')}
      </div>
      {line('website')}
      <div className={classes.pair}>
        <Field label={t('settings:profile.timezone')} hint={t('settings:profile.timezoneHint')}>
          {(control) => (
            <select
              {...control}
              className={fields.select}
              value={draft.timezone}
              onChange={(event) => change({ timezone: timeZones.find((zone) => zone === event.currentTarget.value) ?? draft.timezone })}
            >
              {timeZones.map((zone) => (
                <option key={zone} value={zone}>
                  {t(`settings:timeZones.${zone}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('settings:profile.language')} hint={t('settings:profile.languageHint')}>
          {(control) => (
            <select
              {...control}
              className={fields.select}
              value={draft.language}
              onChange={(event) => change({ language: languages.find((each) => each === event.currentTarget.value) ?? draft.language })}
            >
              {languages.map((language) => (
                <option key={language} value={language} lang={language}>
                  {languageNames[language]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <div className={classes.actions}>
        <Button variant="subtle" onClick={onDone}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="filled" loading={sending}>
          {t('settings:profile.save')}
        </Button>
      </div>
    </form>
  )
}
