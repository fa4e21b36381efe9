import { createContext, type ReactNode, useContext } from 'react';
import type { Client } from './create-client.ts';

const ClientContext = createContext<Client | undefined>(undefined);

export function ClientProvider({ client, children }: { client: Client; children: ReactNode }) {
  return <ClientContext value={client}>{children}</ClientContext>;
}

/** The client of the logged-in user. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('useClient is used outside the shell');
  return client;
}
