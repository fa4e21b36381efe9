import type { AddressReason } from '@waypost/contract';

/** What an operator is told about a public address that does not do for printed codes; screens have words of their own. */
export const ADDRESS_SENTENCES: Readonly<Record<AddressReason, string>> = {
  loopback:
    'pictures and short links lead to this machine itself, nobody else can open them: set the public address (PUBLIC_URL, or Settings on the screen)',
  private:
    'pictures and short links lead to a private network, nobody outside can open them: set the public address (PUBLIC_URL, or Settings on the screen)',
  plain_http:
    'pictures and short links lead to an address without https: visitors are warned, and others can read along; put https in front and set the public address',
};
