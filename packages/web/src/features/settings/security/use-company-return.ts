import { oidcOutcomes, oidcSearch } from '@rodada/contract/auth/oidc-pages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { t } from '../../../i18n/index.ts'
import { companyName, companyQuery } from '../../../lib/call/company.ts'
import { systemQuery } from '../../../lib/call/system.ts'
import { toast } from '../../../ui/states/feedback.tsx'
import { readSettingsSearch } from '../settings-search.ts'

/** Says what became of the way to the company that began on these pages, once, and takes it out of the address. */
export function useCompanyReturn(): void {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const { data: system } = useQuery({ ...systemQuery, enabled: search[oidcSearch] !== undefined })
  const outcome = oidcOutcomes.find((each) => each === search[oidcSearch])
  const told = useRef(false)
  useEffect(() => {
    if (outcome === undefined || !system || told.current) return
    told.current = true
    const isGood = outcome === 'linked' || outcome === 'proven'
    toast(t(`auth:company.outcomes.${outcome}`, { name: companyName(system) }), isGood ? {} : { kind: 'problem' })
    void queryClient.invalidateQueries(companyQuery)
    const { empresa: _, ...rest } = readSettingsSearch(search)
    void navigate({ to: '/settings', search: rest, replace: true, resetScroll: false })
  }, [outcome, system, search, navigate, queryClient])
}
