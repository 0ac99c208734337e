import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../i18n/index.ts'
import { makeCard } from '../../test/board.ts'
import { CardFace } from './CardFace.tsx'
import { DenseFace } from './DenseFace.tsx'

beforeAll(() => loadTexts('kanban'))
afterEach(cleanup)

const bia = { id: 7, name: 'Bia', avatar_url: null }
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const idle = (days: number) => makeCard(1, 1, 'a0', { status: 'em_andamento', moved_at: daysAgo(days) })

test('a card that nobody moved for long says so, whole and in one line, and another one does not', () => {
  render(<CardFace card={idle(9)} labels={[]} participants={[]} />)
  expect(screen.getByText('Parado há 9 dias')).toBeTruthy()
  cleanup()
  render(<DenseFace card={idle(9)} labels={[]} participants={[]} showsPerson />)
  expect(screen.getByText('Parado há 9 dias')).toBeTruthy()
  cleanup()
  render(<CardFace card={idle(2)} labels={[]} participants={[]} />)
  expect(screen.queryByText(/^Parado/)).toBeNull()
})

test('in one line a card shows its people as well, and its own board’s facts', () => {
  const card = makeCard(1, 1, 'a0', { assigned_user: { id: 3, name: 'Ana', avatar_url: null } })
  render(
    <DenseFace card={card} labels={[]} participants={[bia]} showsPerson>
      <span>Padaria</span>
    </DenseFace>,
  )
  expect(screen.getByRole('img', { name: 'Responsável: Ana' })).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Participantes: Bia' })).toBeTruthy()
  expect(screen.getByText('Padaria')).toBeTruthy()
})
