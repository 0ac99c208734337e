import { beforeEach, expect, test } from 'vitest'
import { clearDrafts, readDraft, writeDraft } from './drafts.ts'
import { clearSession, writeUserData } from './storage.ts'

const ana = { id: 7, name: 'Ana', email: 'ana@aroeira.com.br', avatar: null }

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  writeUserData(ana)
})

test('a draft is kept, replaced and forgotten', () => {
  writeDraft('card.1.comment', 'Oi')
  writeDraft('card.1.comment', 'Olá')
  expect(readDraft('card.1.comment')).toBe('Olá')
  writeDraft('card.1.comment', '')
  expect(readDraft('card.1.comment')).toBeNull()
})

test('another person at the same browser does not find it', () => {
  writeDraft('card.1.comment', 'Segredo da Ana')
  writeUserData({ ...ana, id: 8, name: 'Caio' })
  expect(readDraft('card.1.comment')).toBeNull()
})

test('an ended session keeps drafts for who comes back; signing out forgets them and nothing else', () => {
  sessionStorage.setItem('rodada.returnTo', '/board/1')
  writeDraft('card.1.description', 'Meio texto')
  clearSession()
  writeUserData(ana)
  expect(readDraft('card.1.description')).toBe('Meio texto')
  clearDrafts()
  expect({ ...sessionStorage }).toEqual({ 'rodada.returnTo': '/board/1' })
})
