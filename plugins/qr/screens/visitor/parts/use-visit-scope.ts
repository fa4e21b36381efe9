import { usePermission, useQuery } from '@waypost/host-sdk';

export interface VisitScopeChoice {
  /** Only visits of the caller's own codes. */
  isOwn: boolean;
  /** The caller may see everyone's, so there is something to choose. */
  canChoose: boolean;
  choose: (isOwn: boolean) => void;
}

/** Whose visits a screen shows; kept in its address. */
export function useVisitScope(): VisitScopeChoice {
  const has = usePermission();
  const [params, set] = useQuery();
  const canChoose = has('qr.code:read_all');
  return {
    canChoose,
    isOwn: !canChoose || params.get('scope') === 'own',
    choose: (isOwn) => set({ scope: isOwn ? 'own' : undefined, page: undefined }),
  };
}
