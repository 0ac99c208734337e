/** Texts of the page that an invitation leads to. */
export const invitations = {
  title: '{{name}} convidou você',
  lead: 'para o quadro',
  member: 'Você vai poder criar, mover e comentar cartões.',
  guest: 'Você vai poder ver tudo, sem mudar nada.',
  until: 'O convite vale até {{date}}.',
  accept: 'Entrar no quadro',
  later: 'Agora não',
  accepted: 'Pronto, você faz parte de {{board}}.',
  over: 'Este convite não abre mais',
  myBoards: 'Ver meus quadros',
  failed: 'Não conseguimos abrir o convite',
} as const
