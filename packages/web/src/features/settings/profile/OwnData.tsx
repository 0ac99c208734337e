import { Button } from '@mantine/core'
import { accountExportApi } from '@rodada/contract/auth/account-export'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { downloadFile } from '../../../lib/call/download-file.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/Dialog.tsx'
import { FormProblem } from '../../../ui/fields/FormProblem.tsx'
import { toast } from '../../../ui/states/feedback.tsx'
import { CurrentPasswordField } from '../security/CurrentPasswordField.tsx'
import { checkOwnPassword, useOwnPassword } from '../security/own-password.ts'
import classes from '../settings.module.css'

/** All that is one's own, to take along. */
export function OwnData() {
  const [asking, setAsking] = useState(false)
  return (
    <div className={classes.row} data-stacks="">
      <div>
        <p>{t('settings:data.what')}</p>
        <p className={classes.hint}>{t('settings:data.hint')}</p>
      </div>
      <Button leftSection={<IconDownload aria-hidden />} onClick={() => setAsking(true)}>
        {t('settings:data.download')}
      </Button>
      {asking && <AskPassword onClose={() => setAsking(false)} />}
    </div>
  )
}

/** The password again, because a stranger at an unlocked computer must not leave with everything. */
function AskPassword({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('')
  const own = useOwnPassword()
  const check = () => checkOwnPassword(password, own)
  const { form, problems, problem, sending, onSubmit, mend } = useForm(check, async () => {
    await downloadFile(accountExportApi.download, { body: { current_password: password } })
    toast(t('settings:data.saved'))
    onClose()
  })
  return (
    <Dialog title={t('settings:data.title')} onClose={onClose}>
      <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
        <p className={classes.lead}>{t('settings:data.ask')}</p>
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
          <Button type="submit" variant="filled" loading={sending}>
            {t('settings:data.download')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
