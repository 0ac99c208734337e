/** The invented team of `npm run demo` and of the screenshots. The first account is the administrator. */
export const accounts = [
  { name: 'Ana Luísa', email: 'ana@aroeira.com.br', role: 'manager', avatar: 'sol' },
  { name: 'Bia', email: 'bia@aroeira.com.br', role: 'manager', avatar: 'flor' },
  { name: 'Caio', email: 'caio@aroeira.com.br', role: 'collaborator', avatar: 'onda' },
  { name: 'Elisa', email: 'elisa@aroeira.com.br', role: 'collaborator', avatar: 'folha' },
] as const

export const guests = [
  { name: 'Davi', avatar: 'pipa' },
  { name: 'Jonas', avatar: 'morro' },
] as const

export const observers = [{ name: 'Lia', avatar: 'vela' }] as const

export const chat = [
  ['Bia', 'Bom dia! Alguém viu o protótipo novo da Lia?'],
  ['Jonas', 'Vi sim, ficou bem mais claro que o atual.'],
  ['Bia', 'A simulação usa a tabela de juros nova?'],
  ['Ana Luísa', 'Usa. O endpoint já está em homologação desde sexta.'],
  ['Caio', 'Então o peso fica no front e nos testes de arredondamento.'],
  ['Davi', 'Só conferindo o layout no celular, já voto.'],
] as const

/** How sure people are of their votes, in the order of the table; some do not say. */
export const confidences = ['sure', undefined, 'sure', 'unsure', undefined, 'sure'] as const

/** Finished rounds, oldest first: the task, each one's card in the order of the table, and what one of them saw. */
export const rounds = [
  {
    title: 'Antifraude: dados do dispositivo',
    cards: ['8', '8', '7', '8', '6', '8'],
    saw: 'Metade dos dados o aplicativo já manda.',
    by: 4,
  },
  { title: 'Cupom vencido deve explicar por quê', cards: ['3', '3', '3', '3', '3', '3'], saw: undefined, by: 0 },
  {
    title: 'Renovar sessão sem perder o carrinho',
    cards: ['5', '4', '5', '6', '5', '5'],
    saw: 'O carrinho guardado vem de outro serviço.',
    by: 3,
  },
] as const

export const task = 'Pix parcelado: mostrar simulação antes de confirmar'
