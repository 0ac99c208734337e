/** Texts of the page that the email about one's address leads to. */
export const emailConfirmation = {
  title: 'Confirmar o e-mail',
  text: 'Você está na conta de {{name}}, que usa o e-mail {{email}}. Confirme que ele é seu para receber convites de quadros direto na conta.',
  confirm: 'Confirmar o e-mail',
  later: 'Agora não',
  done: 'E-mail confirmado',
  doneText: '{{email}} está confirmado. Quem convidar você por ele põe você no quadro na hora.',
  go: 'Ir para o painel',
  over: 'Este link não confirma mais nada',
  noToken: 'Abra o link inteiro que está na mensagem, ou peça outro no seu perfil.',
  settings: 'Abrir as configurações',
  failed: 'Não conseguimos abrir a sua conta',
} as const
