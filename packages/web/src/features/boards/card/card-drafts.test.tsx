import { MantineProvider } from '@mantine/core'
import type { Card } from '@rodada/contract/cards/cards'
import type { Comment } from '@rodada/contract/cards/comments'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../i18n/index.ts'
import { CardContext, type CardContextValue } from './card-context.ts'
import { NewItem } from './checklists/NewItem.tsx'
import { CommentView } from './comments/CommentView.tsx'
import type { CommentActions } from './comments/use-comments.ts'
import { AddLink } from './links/AddLink.tsx'
import { Subcards } from './relations/Subcards.tsx'

const addSubcard = vi.hoisted(() => vi.fn<(title: string) => Promise<boolean>>())
vi.mock('./relations/use-relations.ts', () => ({ useRelations: () => ({ addSubcard }) }))
vi.mock('../session/use-board.ts', () => ({ useBoard: () => ({ members: [], viewerId: 1 }) }))

const unsaved = new Map<string, string>()
const discarders = new Set<() => void>()
const card = { id: 9, relations: [], participant_ids: [], subcards_total: 0, subcards_done: 0 } as unknown as Card
const context = {
  card,
  canWrite: true,
  pop: 'comment 51',
  setPop: () => undefined,
  popBox: null,
  setUnsaved: (field: string, text: string | null) => void (text === null ? unsaved.delete(field) : unsaved.set(field, text)),
  onDiscard: (listener: () => void) => {
    discarders.add(listener)
    return () => discarders.delete(listener)
  },
} as unknown as CardContextValue

beforeEach(async () => {
  sessionStorage.clear()
  addSubcard.mockReset()
  await loadTexts('card', 'relations', 'integrations')
  // jsdom has no media queries; Mantine asks for the colour scheme and reduced motion.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(part: ReactNode) {
  cleanup()
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <CardContext value={context}>{part}</CardContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
}
const nothing = () => undefined
const comment: Comment = {
  id: 51,
  content: 'Bom dia',
  created_at: '2026-11-21T12:00:00.000Z',
  edited_at: null,
  version: 1,
  user: { id: 1, name: 'Ana', avatar_url: null },
  author_name: null,
  can: { edit: true, remove: true },
}
const actions = { edit: vi.fn<CommentActions['edit']>() } as unknown as CommentActions
async function edit(shown: Comment = comment) {
  open(<CommentView comment={shown} actions={actions} />)
  await userEvent.click(screen.getByRole('button', { name: 'Editar' }))
}
const item = (onAdd = async (_title: string) => true) => open(<NewItem checklistId={4} onAdd={onAdd} onClose={nothing} />)
const subcards = () => open(<Subcards isAdding setAdding={nothing} />)
const link = () => open(<AddLink onClose={nothing} />)

const lines = [
  ['Novo item', item],
  ['Título do sub-cartão', subcards],
  ['Link, issue ou pull request', link],
  ['Editar comentário', edit],
] as const
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

test.each(lines)('a text in the field “%s” is there again when it is opened again, also after Escape', async (name, openIt) => {
  await openIt()
  fireEvent.change(field(name), { target: { value: 'https://rodada.app/meio' } })
  expect([...unsaved.values()]).toEqual(['https://rodada.app/meio'])
  await userEvent.type(field(name), '{Escape}')
  await openIt()
  expect(field(name).value).toBe('https://rodada.app/meio')
})

test.each(lines)('a text in the field “%s” that is thrown away with the window is gone', async (name, openIt) => {
  await openIt()
  fireEvent.change(field(name), { target: { value: 'https://rodada.app/meio' } })
  for (const discard of discarders) discard()
  await openIt()
  expect(field(name).value).toBe(name === 'Editar comentário' ? 'Bom dia' : '')
})

test('each checklist has a draft of its own', async () => {
  item()
  await userEvent.type(field('Novo item'), 'um')
  open(<NewItem checklistId={5} onAdd={async () => true} onClose={nothing} />)
  expect(field('Novo item').value).toBe('')
})

test('the title of a link is kept with its address', async () => {
  link()
  await userEvent.type(field('Link, issue ou pull request'), 'https://rodada.app')
  await userEvent.type(screen.getByRole('textbox', { name: /^Título/ }), 'A Rodada')
  link()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Título/ }).value).toBe('A Rodada')
})

test('cancelling the edit of a comment drops what was written', async () => {
  await edit()
  await userEvent.type(field('Editar comentário'), ', equipe')
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  await edit()
  expect(field('Editar comentário').value).toBe('Bom dia')
})

test('a comment whose change was left with Escape says so, and the change goes on from there', async () => {
  await edit()
  expect(screen.queryByRole('button', { name: 'Continuar o rascunho' })).toBeNull()
  await userEvent.type(field('Editar comentário'), ', equipe{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Continuar o rascunho' }))
  expect(field('Editar comentário').value).toBe('Bom dia, equipe')
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(screen.queryByRole('button', { name: 'Continuar o rascunho' })).toBeNull()
})

test('the draft of a comment that changed in another window shows what it became', async () => {
  await edit()
  await userEvent.type(field('Editar comentário'), ', equipe')
  await edit({ ...comment, content: 'Boa tarde', version: 2 })
  expect(field('Editar comentário').value).toBe('Bom dia, equipe')
  expect(screen.getByRole('alert').textContent).toContain('Boa tarde')
})

test('a refused item comes back, and waits while the next one is being written', async () => {
  const answers: ((ok: boolean) => void)[] = []
  item(() => new Promise((resolve) => answers.push(resolve)))
  await userEvent.type(field('Novo item'), 'um{Enter}')
  expect(field('Novo item').value).toBe('')
  answers[0]?.(false)
  await expect.poll(() => field('Novo item').value).toBe('um')
  await userEvent.type(field('Novo item'), '{Enter}dois')
  answers[1]?.(false)
  await expect.poll(() => unsaved.get('item 4')).toBe('dois\num')
  await userEvent.type(field('Novo item'), '{Enter}')
  expect(field('Novo item').value, 'the refused one is next').toBe('um')
})

test('of pasted items the refused ones come back', async () => {
  item(async (title) => title === 'dois')
  await userEvent.click(field('Novo item'))
  await userEvent.paste('um\ndois\ntrês')
  await expect.poll(() => unsaved.get('item 4')).toBe('um\ntrês')
  expect(field('Novo item').value).toBe('um')
})

test('a refused sub-card comes back', async () => {
  addSubcard.mockResolvedValue(false)
  subcards()
  await userEvent.type(field('Título do sub-cartão'), 'Telas{Enter}')
  expect(addSubcard).toHaveBeenCalledWith('Telas')
  await expect.poll(() => field('Título do sub-cartão').value).toBe('Telas')
})
