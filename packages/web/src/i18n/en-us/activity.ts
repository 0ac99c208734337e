import type { Texts } from '../catalogue.ts'
import type { activity as original } from '../pt-br/activity.ts'

/** What people did on a board, as the dashboard and the board tell it. */
export const activity: Texts<typeof original> = {
  someone: 'Someone',
  you: 'You',
  kinds: {
    'board.created': '{{who}} created the board {{what}}',
    'board.updated': '{{who}} changed the board {{what}}',
    'list.created': '{{who}} created the list {{what}}',
    'list.updated': '{{who}} changed the list {{what}}',
    'list.moved': '{{who}} moved the list {{what}}',
    'list.archived': '{{who}} archived the list {{what}}',
    'list.restored': '{{who}} restored the list {{what}}',
    'list.deleted': '{{who}} deleted the list {{what}}',
    'card.created': '{{who}} created {{what}}',
    'card.updated': '{{who}} changed {{what}}',
    'card.moved': '{{who}} moved {{what}}',
    'card.movedTo': '{{who}} moved {{what}} to {{to}}',
    'card.assigned': '{{who}} left {{what}} unassigned',
    'card.assignedTo': '{{who}} assigned {{what}} to {{to}}',
    'card.taken': '{{who}} picked up {{what}}',
    'card.archived': '{{who}} archived {{what}}',
    'card.restored': '{{who}} restored {{what}}',
    'card.deleted': '{{who}} deleted {{what}}',
    'card.labeled': '{{who}} changed the labels of {{what}}',
    'card.commented': '{{who}} commented on {{what}}',
    'card.attached': '{{who}} attached {{to}} to {{what}}',
    'card.linked': '{{who}} linked {{to}} to {{what}}',
    'card.merged': 'The pull request for {{what}} was merged: now in {{to}}',
    'checklist.created': '{{who}} added a checklist to {{what}}',
    'checklist.item_completed': '{{who}} completed an item of {{what}}',
    'member.added': '{{who}} added {{what}} to the board',
    'member.updated': '{{who}} changed the role of {{what}}',
    'member.removed': '{{who}} removed {{what}} from the board',
  },
}
