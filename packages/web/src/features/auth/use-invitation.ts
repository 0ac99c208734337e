import { roomsApi } from '@rodada/contract/rooms/rooms'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'

/** What may be known of a room before one has a seat there, kept current while the door is on screen. */
export const useInvitation = (roomId: string | undefined) =>
  useQuery({
    queryKey: ['invitation', roomId ?? ''],
    queryFn: () => call(roomsApi.invitation, { params: { roomId: roomId ?? '' } }),
    enabled: roomId !== undefined,
    refetchInterval: 10_000,
  })
