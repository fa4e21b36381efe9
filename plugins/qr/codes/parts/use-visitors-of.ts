import { useUser } from '@waypost/host-sdk';
import type { CodeRow } from '../code-row.ts';

/**
 * Where the visitors of a code stand, as the query of their screen: it says whose they are, as whoever chose to see their own
 * things, or somebody else's, would be shown nobody.
 */
export function useVisitorsOf({ id, owner }: Pick<CodeRow, 'id' | 'owner'>): { link: string; scope: string } {
  const user = useUser();
  return { link: id, scope: owner === user?.id ? 'own' : String(owner) };
}
