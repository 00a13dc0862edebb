const text = (description: string, more: object = {}) => ({ description, schema: { type: 'string', ...more } })

export const REQUEST_ID_HEADER = {
  'X-Request-Id': text('Identifies this request, for example in questions to the operator.', {
    pattern: '^[0-9a-f]{32}$',
  }),
}

export const RETRY_AFTER_HEADER = {
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: { type: 'integer', minimum: 1 } },
}

export const ALLOW_HEADER = { Allow: text('The methods of the path.') }

export const CREDIT_HEADERS = {
  'X-Credits-Charged-Units': text('Units charged for this request.', { pattern: '^[0-9]+$' }),
  'X-Credits-Available-Units': text(
    'The units that the answering server may charge with its next commit, not the rest of the month: getUsage has that.',
    { pattern: '^[0-9]+$' },
  ),
  'X-Credits-Period': text('The calendar month, in Europe/Bratislava.', { pattern: '^[0-9]{4}-[0-9]{2}$' }),
  'X-Credits-Reset-At': text('The end of the period, in UTC.', { format: 'date-time' }),
}
