import type { Texts } from '../catalogue.ts'
import type { activity as original } from '../pt-br/activity.ts'

/** What people did on a board, as the dashboard and the board tell it. */
export const activity: Texts<typeof original> = {
  someone: 'Alguien',
  you: '{{name}} (tú)',
  kinds: {
    'board.created': '{{who}} creó el tablero {{what}}',
    'board.updated': '{{who}} cambió el tablero {{what}}',
    'list.created': '{{who}} creó la lista {{what}}',
    'list.updated': '{{who}} cambió la lista {{what}}',
    'list.moved': '{{who}} movió la lista {{what}}',
    'list.archived': '{{who}} archivó la lista {{what}}',
    'list.restored': '{{who}} restauró la lista {{what}}',
    'list.deleted': '{{who}} eliminó la lista {{what}}',
    'card.created': '{{who}} creó {{what}}',
    'card.updated': '{{who}} cambió {{what}}',
    'card.moved': '{{who}} movió {{what}}',
    'card.movedTo': '{{who}} movió {{what}} a {{to}}',
    'card.assigned': '{{who}} dejó {{what}} sin responsable',
    'card.assignedTo': '{{who}} asignó {{what}} a {{to}}',
    'card.taken': '{{who}} se asignó {{what}}',
    'card.archived': '{{who}} archivó {{what}}',
    'card.restored': '{{who}} restauró {{what}}',
    'card.deleted': '{{who}} eliminó {{what}}',
    'card.labeled': '{{who}} cambió las etiquetas de {{what}}',
    'card.commented': '{{who}} comentó en {{what}}',
    'card.attached': '{{who}} adjuntó {{to}} a {{what}}',
    'card.linked': '{{who}} vinculó {{to}} a {{what}}',
    'card.merged': 'El pull request de {{what}} se fusionó: ahora en {{to}}',
    'checklist.created': '{{who}} añadió una checklist a {{what}}',
    'checklist.item_completed': '{{who}} completó un elemento de {{what}}',
    'member.added': '{{who}} incluyó a {{what}} en el tablero',
    'member.updated': '{{who}} cambió el rol de {{what}}',
    'member.removed': '{{who}} quitó a {{what}} del tablero',
  },
}
