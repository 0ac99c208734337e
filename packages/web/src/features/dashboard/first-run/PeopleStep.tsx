import { Button } from '@mantine/core'
import { invitationsApi } from '@rodada/contract/boards/invitations'
import { useQueryClient } from '@tanstack/react-query'
import { t } from '../../../i18n/index.ts'
import { call } from '../../../lib/call/call.ts'
import { InvitePeople } from '../../../ui/people/InvitePeople.tsx'

type Props = { boardId: number; isDone: boolean; onSent: () => void; onNext: () => void }

/** Step two: the people of the board. Where no mail is sent, their links are copied at once. */
export function PeopleStep({ boardId, isDone, onSent, onNext }: Props) {
  const client = useQueryClient()
  return (
    <InvitePeople
      withRole={false}
      copies
      send={async (emails) => (await call(invitationsApi.make, { params: { boardId }, body: { emails } })).outcomes}
      onSent={() => {
        // What became of each stays to be read.
        onSent()
        void client.invalidateQueries({ queryKey: ['boards'] })
        void client.invalidateQueries({ queryKey: ['board', boardId, 'invitations'] })
      }}
      aside={
        !isDone && (
          <Button variant="subtle" onClick={onNext}>
            {t('firstRun:people.skip')}
          </Button>
        )
      }
    />
  )
}
