/**
 * Texts that the server sends or that both sides must quote to the letter.
 * Those of the specification keep its spelling, missing accents included; all others are accented Portuguese.
 */
export const texts = {
  // Specification, error catalogue and validation rules: to the letter.
  unauthorized: 'Token expirado ou invalido',
  nameRequired: 'Por favor, digite seu nome completo!',
  emailRequired: 'Por favor, digite seu e-mail!',
  passwordRequired: 'Por favor, digite sua senha!',
  passwordMismatch: 'As senhas nao coincidem!',
  passwordShort: 'A senha deve ter pelo menos 6 caracteres!',
  roomIdRequired: 'Por favor, insira o ID da sala',
  roomInactive: 'A sala nao esta ativa. Por favor, verifique o ID.',
  roomCheckFailed: 'Erro ao verificar sala: ',
  authError: 'Erro de autenticação',

  // Ours.
  nameTooLong: 'O nome pode ter no máximo 100 caracteres.',
  emailTooLong: 'O e-mail pode ter no máximo 255 caracteres.',
  emailInvalid: 'Esse e-mail não parece completo. Confira, por favor.',
  passwordLong: 'A senha pode ter no máximo 200 caracteres.',
  roleInvalid: 'Escolha colaborador ou gestor.',
  emailTaken: 'Já existe uma conta com esse e-mail. Entre com ela ou use outro.',
  wrongCredentials: 'E-mail ou senha incorretos. Confira e tente de novo.',
  accountDeactivated: 'Esta conta está desativada. Fale com quem administra a Rodada.',
  tooManyAttempts: 'Muitas tentativas. Espere um pouco e tente de novo.',
  invalidInput: 'Confira os campos e tente de novo.',
  notFound: 'Não encontramos o que você procura.',
  forbidden: 'Você não tem permissão para isso.',
  conflict: 'Isso mudou enquanto você editava. Veja a versão atual e tente de novo.',
  tooLarge: 'O conteúdo enviado é grande demais.',
  unexpected: 'Algo deu errado do nosso lado. Tente de novo em instantes.',
  starting: 'A Rodada volta em instantes. Tente de novo.',

  payloadInvalid: 'Mensagem inválida. Recarregue a página e tente de novo.',
  tooFast: 'Você está indo rápido demais. Espere um instante.',
  joinFirst: 'Entre na sala antes de fazer isso.',
  otherRoom: 'Você não está nessa sala. Recarregue a página.',
  seatLost: 'Seu lugar nesta sala foi liberado. Entre de novo para continuar.',
  voteInvalid: 'Essa carta não faz parte do baralho da sala.',
  voteClosed: 'Votação encerrada. Para mudar de ideia, comecem outra.',
  voteLate: 'A votação mudou antes do seu voto chegar. Escolha de novo, por favor.',
  roomFull: 'A mesa está cheia. Peça para alguém sair ou abra outra sala.',
  moderatorsOnly: 'Nesta sala, só quem modera faz isso.',
  messageBlank: 'Escreva algo antes de enviar.',
  messageTooLong: 'A mensagem pode ter no máximo 500 caracteres.',
  userNameRequired: 'Diga seu nome para entrar na sala.',
  roomsUnavailable: 'Não conseguimos salvar agora. Seu voto fica guardado aqui; tente de novo.',
} as const

export type TextId = keyof typeof texts
