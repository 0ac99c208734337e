import { pageSizes } from '../../scripts/check/size-budget.ts'
import { decimal, type Row } from './table.ts'

const names: Record<string, string> = {
  landing: 'página inicial',
  room: 'sala',
  board: 'quadro',
  login: 'entrar',
  dashboard: 'painel',
  boards: 'quadros',
  sprints: 'sprints',
  'sprint tasks': 'tarefas da sprint',
  'sprint board': 'quadro da sprint',
  'sprint report': 'relatório da sprint',
  backlog: 'backlog',
  'my tasks': 'Minhas Tarefas',
  settings: 'Configurações',
  admin: 'administração',
  members: 'contas',
}

/** JavaScript that each page loads, gzipped, as `npm run check` counts it; one visit has the landing page's files already. */
export async function weightRows(): Promise<Row[]> {
  return pageSizes().map(({ page, kilobytes, budget }) => ({
    name: `JavaScript, ${names[page] ?? page}${page === 'landing' ? '' : ', além da página inicial'}`,
    ours: `${decimal(kilobytes)} KB`,
    baseline: '',
    ratio: '',
    goal: budget === undefined ? '' : `≤ ${budget} KB`,
    ok: budget === undefined ? undefined : kilobytes <= budget,
  }))
}
