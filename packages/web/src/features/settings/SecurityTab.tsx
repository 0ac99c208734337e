import { Company } from './security/Company.tsx'
import { Devices } from './security/Devices.tsx'
import { SessionRules } from './security/SessionRules.tsx'
import { TwoFactor } from './security/TwoFactor.tsx'

/** 'Segurança': the second step of the login, how long a session lasts, and the devices that are signed in. */
export function SecurityTab() {
  return (
    <>
      <Company />
      <TwoFactor />
      <SessionRules />
      <Devices />
    </>
  )
}
