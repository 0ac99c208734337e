import { Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../i18n/index.ts'
import { companyName } from '../../../lib/call/company.ts'
import { systemQuery } from '../../../lib/call/system.ts'
import classes from '../LoginScreen.module.css'
import { companyStart } from './company-return.ts'

type Props = {
  roomId: string | undefined
  /** Below another way in. */
  second?: boolean
  /** Before the page is left. */
  onLeave: () => void
}

/** 'Entrar com' the provider of the company, where this installation has one. */
export function CompanyButton({ roomId, second = false, onLeave }: Props) {
  const { data } = useQuery(systemQuery)
  if (!data?.oidc) return null
  return (
    <>
      {second && <p className={classes.or}>{t('auth:company.or')}</p>}
      <Button
        component="a"
        href={companyStart(roomId)}
        onClick={onLeave}
        variant={second ? 'default' : 'filled'}
        size="lg"
        fullWidth
        leftSection={<IconBuilding aria-hidden />}
      >
        {t('auth:company.signIn', { name: companyName(data) })}
      </Button>
    </>
  )
}
