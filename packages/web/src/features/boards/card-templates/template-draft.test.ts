import type { BoardField } from '@rodada/contract/boards/fields'
import type { CardTemplate } from '@rodada/contract/cards/templates'
import { expect, test } from 'vitest'
import { draftOf, emptyDraft, sentTemplate, wrongIn } from './template-draft.ts'

const field = (id: number, type: BoardField['type']): BoardField => ({
  ...{ id, name: `Campo ${id}`, type, position: 0, on_card: false, version: 1 },
  options: [],
})
const fields = [field(1, 'text'), field(2, 'number'), field(3, 'checkbox'), field(4, 'choice'), field(5, 'person'), field(6, 'date')]

const template: CardTemplate = {
  ...{ id: 9, board_id: 3, name: 'Incidente', title: 'Incidente:', label_ids: [7], checklist_total: 2, version: 4 },
  ...{ description: '## O que houve', priority: 'urgent', estimate: 2.5, estimated_hours: 1.5 },
  ...{ assigned_to: 11, participant_ids: [12], checklists: [{ title: 'Agora', items: ['Avisar', 'Conter'] }] },
  fields: { 1: 'Loja', 2: 48_000.5, 3: true, 4: 21, 5: 11, 6: '2027-01-10' },
  ...{ created_at: '2026-11-01T00:00:00.000Z', updated_at: '2026-11-01T00:00:00.000Z' },
}

test('a template that nobody changed in its form is sent as it was', () => {
  const { name, title, description, priority, estimate, estimated_hours, label_ids, assigned_to, participant_ids, checklists } = template
  const content = { name, title, description, priority, estimate, estimated_hours, label_ids, assigned_to, participant_ids, checklists }
  expect(sentTemplate(draftOf(template), fields)).toEqual({ ...content, fields: template.fields })
})

test('items are lines, and a checklist without a word is none', () => {
  const checklists = [
    { key: 0, title: ' Agora ', items: ' Avisar \n\n  Conter\n' },
    { key: 1, title: '  ', items: '\n' },
  ]
  expect(sentTemplate({ ...emptyDraft, name: ' Um ', checklists }, [])).toMatchObject({
    name: 'Um',
    checklists: [{ title: 'Agora', items: ['Avisar', 'Conter'] }],
  })
})

test('a form says which of its numbers are none, and that a name is missing', () => {
  const draft = { ...emptyDraft, estimate: '2,5', hours: '1,5', fields: { 2: '48000,5', 4: '' } }
  expect(wrongIn({ ...draft, name: 'Um' }, fields)).toEqual([])
  expect(wrongIn({ ...draft, estimate: 'dois', hours: '1,2', fields: { 2: 'muito' } }, fields)).toEqual([
    'name',
    'estimate',
    'hours',
    'field-2',
  ])
})
