import { ShortCodeVisibility } from '@waypost/contract';
import type { SignedRequest } from '@waypost/sdk';
import type { CodeRow } from '../code-row.ts';

/** What a row says of its address. Codes that were made before there were providers have nothing of it stored. */
export function addressFacts(row: CodeRow, request: SignedRequest) {
  const {
    provider = '',
    provider_name = '',
    address = '',
    address_status = 'own',
    address_error = null,
    visibility = ShortCodeVisibility.show,
  }: Partial<CodeRow> = row;
  const address_fault =
    address_error === null ? '' : request.translate(address_error.message, address_error.params);
  return {
    provider,
    provider_name,
    address,
    address_status,
    address_error,
    address_fault,
    visibility,
    is_listed: visibility === ShortCodeVisibility.show,
  };
}
