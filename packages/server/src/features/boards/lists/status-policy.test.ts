import { firstColumns, workStatuses } from '@rodada/contract/boards/settings'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { statusOfName } from './status-policy.ts'

describe('a name that is a phrase has its status', () => {
  test.each([
    ...[
      'Concluído',
      'CONCLUÍDAS',
      'Tarefas concluídas',
      'Feito',
      'Feitos ✅',
      'Pronto',
      'Entregue',
      'Entregue em produção',
      'Finalizado hoje',
    ],
    ...[
      'Feito / Done',
      'Concluído (12)',
      'Concluído no cliente',
      'Concluídas nesta sprint',
      'Hecho',
      'Listo',
      'Terminado',
      'Done',
      'Done this week',
    ],
    ...['Completed tasks', '4. Done', 'Finalizado e entregue'],
  ])("'%s' is done", (name) => expect(statusOfName(name)).toBe('concluida'))

  test.each([
    ...['Em Andamento', 'Fazendo', 'Em revisão', 'Revisão de código', 'Revisão e testes', 'Em teste', 'Em desenvolvimento', 'In progress'],
    ...['Doing', 'Code review', 'En curso', 'Haciendo', 'Work in progress', 'Testes (em andamento)'],
  ])("'%s' is in progress", (name) => expect(statusOfName(name)).toBe('em_andamento'))

  test.each(['Bloqueado', 'Bloqueado pelo cliente', 'Impedimentos', 'Blocked', 'Blocked by legal', 'Com impedimento'])(
    "'%s' is blocked",
    (name) => expect(statusOfName(name)).toBe('impedimento'),
  )
  test.each(['Cancelado', 'Canceladas', 'Cancelled'])("'%s' is cancelled", (name) => expect(statusOfName(name)).toBe('cancelada'))
})

test.each([
  ...[
    'A concluir',
    'Não concluído',
    'Não concluídas',
    'Pronto para desenvolvimento',
    'Prontos para testar',
    'Entregar',
    'Entregas',
    'A entregar',
  ],
  ...[
    'Concluir',
    'Finalizar',
    'Quase pronto',
    'Ainda não feito',
    'Feito pela metade',
    'Concluído em parte',
    'Pronto em breve',
    'Feito?! talvez',
  ],
  ...[
    'Incompleto',
    'Inacabado',
    'Imperfeito',
    'Perfeito',
    'Prefeitura',
    'Defeitos',
    'A Fazer',
    'Para fazer',
    'Por hacer',
    'To do',
    'Backlog',
  ],
  ...[
    'Not done',
    'Ready for development',
    'Ready',
    'To be completed',
    'To review',
    'Waiting for review',
    'Undone',
    'Abandoned',
    'Completeness',
  ],
  ...[
    'Sin terminar',
    'No terminado',
    'Listo para desarrollo',
    'Por terminar',
    'No iniciado',
    'Sem impedimento',
    'Desbloqueado',
    'Unblocked',
  ],
  ...[
    'A cancelar',
    'Cancelamentos',
    'Revisar',
    'Progressão',
    'Feito e não testado',
    'Não / Concluído',
    'A fazer / Fazendo',
    '',
    '!!!',
    '123',
  ],
])("'%s' is work to come", (name) => expect(statusOfName(name)).toBe('pendente'))

test('a name with a negation or an intention has no status of its own', () => {
  const said = fc.constantFrom('Concluído', 'Feito', 'Pronto', 'Done', 'Completed', 'Terminado', 'Em andamento', 'Bloqueado', 'Cancelado')
  const before = fc.constantFrom('Não', 'Ainda não', 'A ser', 'Para ser', 'Sem', 'Quase', 'Not', 'To be', 'Almost', 'No', 'Sin', 'Por ser')
  fc.assert(
    fc.property(before, said, (denial, phrase) => {
      expect(statusOfName(`${denial} ${phrase}`)).toBe('pendente')
    }),
  )
})

test('every name has a status', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(workStatuses).toContain(statusOfName(name))
    }),
  )
})

test.each(Object.values(firstColumns))('the first columns %s, %s and %s say what they are', (...names) => {
  expect(names.map(statusOfName)).toEqual(['pendente', 'em_andamento', 'concluida'])
})
