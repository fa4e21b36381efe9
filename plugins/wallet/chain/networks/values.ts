import { isAddress } from '../addresses/tron-address.ts';

/** Chains that payments come over. `own`: a private one, or a node of the operator's that needs other addresses. */
export const NETWORKS = ['mainnet', 'nile', 'shasta', 'own'] as const;
export type Network = (typeof NETWORKS)[number];

interface NetworkFacts {
  /** USDT there. */
  contract: string;
  /** Who tells of the chain where nobody else is named. */
  provider: string;
  /** Where people look transactions and addresses up; empty: nowhere. */
  explorer: string;
}

const FACTS: Readonly<Record<Network, NetworkFacts>> = {
  mainnet: {
    contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    provider: 'https://api.trongrid.io',
    explorer: 'https://tronscan.org/#',
  },
  nile: {
    contract: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
    provider: 'https://nile.trongrid.io',
    explorer: 'https://nile.tronscan.org/#',
  },
  shasta: {
    contract: 'TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs',
    provider: 'https://api.shasta.trongrid.io',
    explorer: 'https://shasta.tronscan.org/#',
  },
  own: { contract: '', provider: '', explorer: '' },
};

export const networkFacts = (network: Network): NetworkFacts => FACTS[network];

/** Blocks that a solid one lies behind the newest: fewer confirmations cannot be asked for. */
export const LEAST_CONFIRMATIONS = 19;

/** Where a transaction can be looked up; undefined: nowhere. */
export function transactionLink(network: Network, transaction: string): string | undefined {
  const { explorer } = FACTS[network];
  return explorer === '' || !/^[0-9a-f]{64}$/.test(transaction)
    ? undefined
    : `${explorer}/transaction/${transaction}`;
}

/** Where an address can be looked up; undefined: nowhere. */
export function addressLink(network: Network, address: string): string | undefined {
  const { explorer } = FACTS[network];
  return explorer === '' || !isAddress(address) ? undefined : `${explorer}/address/${address}`;
}
