import { Button } from '@mantine/core'
import { oidcApi } from '@rodada/contract/auth/oidc'
import { IconLink, IconLinkOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { companyName, companyQuery } from '../../../lib/call/company.ts'
import { systemQuery } from '../../../lib/call/system.ts'
import { format } from '../../../lib/dates/format.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/Dialog.tsx'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import classes from '../settings.module.css'
import { CurrentPasswordField } from './CurrentPasswordField.tsx'
import { checkOwnPassword, useOwnPassword } from './own-password.ts'
import { ProtectionPanel, useDialogAbove } from './ProtectionPanel.tsx'

/** The link of the account with who the company knows one as; nothing where this installation knows no company. */
export function Company() {
  const { data: system } = useQuery(systemQuery)
  return system?.oidc ? <CompanyPanel name={companyName(system)} hasPasswordLogin={system.password_login} /> : null
}

function CompanyPanel({ name, hasPasswordLogin }: { name: string; hasPasswordLogin: boolean }) {
  const query = useQuery(companyQuery)
  const { open, setOpen, close, actions } = useDialogAbove<'link' | 'unlink'>()
  return (
    <ProtectionPanel
      title={t('settings:company.title')}
      query={query}
      stateOf={({ link }) => ({
        on: link !== null,
        text: t(link ? 'settings:company.on' : 'settings:company.off'),
        icon: link ? IconLink : IconLinkOff,
      })}
      dialog={open && <CompanyDialog what={open} name={name} onClose={close} />}
    >
      {({ link, has_password }) => (
        <>
          <p className={classes.lead}>{t(link ? 'settings:company.onLead' : 'settings:company.offLead', { name })}</p>
          {link && (
            <p className={classes.hint}>
              {link.email === ''
                ? t('settings:company.since', { when: format.dateTime(link.linked_at) })
                : t('settings:company.sinceAs', { email: link.email, when: format.dateTime(link.linked_at) })}
            </p>
          )}
          {link && !has_password && <p className={classes.hint}>{t('settings:company.onlyWay')}</p>}
          {/* Without a password, or a login by it, nothing would open the account any more. */}
          {(!link || (has_password && hasPasswordLogin)) && (
            <div ref={actions} className={classes.actions}>
              {link ? (
                <Button variant="danger" onClick={() => setOpen('unlink')}>
                  {t('settings:company.unlink')}
                </Button>
              ) : (
                <Button onClick={() => setOpen('link')}>{t('settings:company.link', { name })}</Button>
              )}
            </div>
          )}
        </>
      )}
    </ProtectionPanel>
  )
}

/** The password again: a stranger at an unlocked computer must not make or close a way in. */
function CompanyDialog({ what, name, onClose }: { what: 'link' | 'unlink'; name: string; onClose: () => void }) {
  const queryClient = useQueryClient()
  const own = useOwnPassword()
  const [password, setPassword] = useState('')
  const { form, problems, problem, sending, onSubmit, mend } = useForm(
    () => checkOwnPassword(password, own),
    async () => {
      const body = { current_password: password }
      if (what === 'link') {
        const { url } = await call(oidcApi.link, { body })
        location.assign(url)
        return
      }
      await call(oidcApi.unlink, { body })
      toast(t('settings:company.unlinked'))
      await queryClient.invalidateQueries(companyQuery)
      void queryClient.invalidateQueries({ queryKey: ['devices'] })
      onClose()
    },
  )
  return (
    <Dialog title={t(`settings:company.${what}Title`, { name })} onClose={onClose}>
      <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
        <p className={classes.lead}>{t(`settings:company.${what}Lead`, { name })}</p>
        <FormProblem text={problem} />
        <CurrentPasswordField
          value={password}
          problem={problems.current_password}
          onChange={(typed) => {
            setPassword(typed)
            mend('current_password')
          }}
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant={what === 'link' ? 'filled' : 'danger'} loading={sending}>
            {t(what === 'link' ? 'settings:company.link' : 'settings:company.unlink', { name })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
