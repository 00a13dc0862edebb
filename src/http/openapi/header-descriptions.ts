const text = (description: string, more: object = {}) => ({ description, schema: { type: 'string', ...more } })

export const REQUEST_ID_HEADER = text('The name of this request, for questions about it.', {
  pattern: '^[0-9a-f]{32}$',
})

export const RETRY_AFTER_HEADER = {
  description: 'Seconds to wait before the next try.',
  schema: { type: 'integer', minimum: 1 },
}

export const CREDIT_HEADERS = {
  'X-Credits-Charged-Units': text('Units that this request cost.', { pattern: '^[0-9]+$' }),
  'X-Credits-Available-Units': text(
    'Units prepared for this account where it was answered; not the whole rest of the month.',
    { pattern: '^[0-9]+$' },
  ),
  'X-Credits-Period': text('The calendar month in Europe/Bratislava.', { pattern: '^[0-9]{4}-[0-9]{2}$' }),
  'X-Credits-Reset-At': text('The end of the period, in UTC.', { format: 'date-time' }),
}
