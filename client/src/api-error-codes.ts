/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** The codes of errors. A newer server may send others. */
export type ApiErrorCode =
  | 'accounting_unavailable'
  | 'company_identity_ambiguous'
  | 'company_not_found'
  | 'data_unavailable'
  | 'forbidden'
  | 'invalid_parameter'
  | 'invalid_request'
  | 'method_not_allowed'
  | 'monthly_limit_reached'
  | 'not_found'
  | 'origin_not_allowed'
  | 'overloaded'
  | 'payload_too_large'
  | 'rate_limited'
  | 'request_timeout'
  | 'scope_not_allowed'
  | 'unauthorized'
