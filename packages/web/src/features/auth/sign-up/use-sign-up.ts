import { signUpApi } from '@rodada/contract/auth/sign-up'
import { invitationPage } from '@rodada/contract/boards/settings'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../lib/call/call.ts'
import { systemQuery } from '../../../lib/call/system.ts'
import { rememberedPath } from '../../../lib/return-to.ts'

/** The token of the invitation that led here: behind # of this page, or of the board's invitation that asked for an account. */
function useToken(): string | undefined {
  const hash = useLocation({ select: (location) => location.hash })
  const [remembered] = useState(rememberedPath)
  if (hash) return hash
  return remembered?.startsWith(invitationPage) ? remembered.slice(invitationPage.length) : undefined
}

/** Who may make an account here, as of now, and the invitation that this person has. */
export function useSignUp() {
  const token = useToken()
  const system = useQuery({ ...systemQuery, staleTime: 0 })
  const invitation = useQuery({
    queryKey: ['sign-up', token],
    queryFn: () => call(signUpApi.open, { body: { token: token ?? '' } }),
    enabled: token !== undefined,
    retry: false,
  })
  return { token, system, invitation }
}
