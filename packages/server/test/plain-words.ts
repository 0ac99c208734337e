const words =
  'mostrar conferir guardar enviar cartao conta pagina pessoa boleto fatura pedido entrega cliente estoque simulacao limite proposta etapa tela aviso contrato acordo prazo painel filtro desconto cadastro login pagamento parcela imposto nota carteira'.split(
    ' ',
  )

/** So many words, which follow from two numbers; already as they are searched, without accents and in lower case. */
export const textOf = (number: number, from: number, length: number): string =>
  Array.from({ length }, (_, i) => words[((number + 7) * (from + i * i + 3)) % words.length]).join(' ')
