import { oidcOutcomes } from '@rodada/contract/auth/oidc-pages'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '../../../i18n/index.ts'
import { companyName } from '../../../lib/call/company.ts'
import { hasSignedOut } from '../../../lib/call/session-end.ts'
import { systemQuery } from '../../../lib/call/system.ts'
import { companyStart } from './company-return.ts'

type Search = {
  senha?: '' | undefined
  empresa?: string | undefined
  voltar?: string | undefined
  modo?: string | undefined
  roomId?: string | undefined
}

/** Why the way to the company and back opened nothing; null when it did not end here. */
export function useCompanyProblem(empresa: string | undefined): string | null {
  const { data } = useQuery(systemQuery)
  const outcome = oidcOutcomes.find((each) => each === empresa)
  return outcome === undefined ? null : t(`auth:company.outcomes.${outcome}`, { name: companyName(data) })
}

/**
 * Whether e-mail and password are offered, and the way to the company by itself, where the administration chose that. Who waits for a room may
 * sit down without an account; who was just refused, left, or asks for the password stays.
 */
export function useCompanyDoor(search: Search, isEntering: boolean): { hasPasswords: boolean; isLeaving: boolean } {
  const { data } = useQuery(systemQuery)
  const stays = [search.senha, search.empresa, search.modo, search.roomId].some((each) => each !== undefined)
  const isLeaving = data?.oidc?.auto_redirect === true && !stays && !isEntering && !hasSignedOut()
  useEffect(() => {
    if (isLeaving) location.replace(companyStart(undefined))
  }, [isLeaving])
  return { hasPasswords: data?.password_login ?? true, isLeaving }
}
